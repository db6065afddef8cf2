// The tokenizer of the tiny models: byte-level BPE with one token a byte, and a few special tokens in front.
import { array, bool, i32, text, u32, type Value } from './gguf.ts';

export interface Vocabulary {
  readonly size: number;
  readonly metadata: Readonly<Record<string, Value>>;
}

/**
 * `pre` is the name of a pre-tokenizer of llama.cpp. `roles` gives each special token, by what it is for
 * (`bos`, `eos`, `padding`, …); `others` have no role.
 */
export function vocabulary(
  pre: string,
  roles: Readonly<Record<string, string>>,
  others: readonly string[],
): Vocabulary {
  const special = [...new Set([...Object.values(roles), ...others])];
  const tokens = [...special, ...byteTokens()];
  const ids = Object.entries(roles).map(([role, token]) => [
    `tokenizer.ggml.${role}_token_id`,
    u32(special.indexOf(token)),
  ]);
  const [normal, control] = [i32(1), i32(3)];
  return {
    size: tokens.length,
    metadata: {
      'tokenizer.ggml.model': text('gpt2'),
      'tokenizer.ggml.pre': text(pre),
      'tokenizer.ggml.tokens': array(tokens.map(text)),
      'tokenizer.ggml.token_type': array(tokens.map((_, id) => (id < special.length ? control : normal))),
      // llama.cpp wants at least one.
      'tokenizer.ggml.merges': array([text('n o')]),
      'tokenizer.ggml.add_bos_token': bool(false),
      ...Object.fromEntries(ids),
    },
  };
}

/** Byte-level BPE writes a byte as one printable character: itself where it is printable, from U+0100 on otherwise (GPT-2). */
function byteTokens(): string[] {
  let next = 0x100;
  return Array.from({ length: 256 }, (_, byte) => {
    const isPrintable = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
    return String.fromCodePoint(isPrintable ? byte : next++);
  });
}
