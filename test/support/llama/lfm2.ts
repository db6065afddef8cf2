// A tiny LFM2, a causal model: one convolution block and one attention block. With a decision template it is a D1.
import { array, f32, gguf, i32, type Tensor, text, u32 } from './gguf.ts';
import { vocabulary } from './vocabulary.ts';
import { weights } from './weights.ts';

const width = 32;
const headWidth = width / 2;
const feedForward = 64;

const turn =
  '<|startoftext|><|im_start|>user\n{{ state }}\n{{ instructions }}\n' +
  '{% for o in options %}{{ o.label or o.key }} {{ o.description }}\n{% endfor %}<|im_end|>\n<|im_start|>assistant\n';

/** What makes it a decision model. */
const decision = {
  'lfm2.decision.type': text('lfm2-d1'),
  'tokenizer.chat_templates': array([text('systemone')]),
  'tokenizer.chat_template.systemone': text(turn),
};

/** The bytes of the file; without `decides` it is a chat model. */
export function lfm2({ decides }: { decides: boolean }): Buffer {
  const roles = { bos: '<|startoftext|>', eos: '<|im_end|>', padding: '<|pad|>' };
  const { size, metadata } = vocabulary('lfm2', roles, ['<|im_start|>']);
  return gguf(
    {
      'general.architecture': text('lfm2'),
      'lfm2.context_length': u32(8192),
      'lfm2.embedding_length': u32(width),
      'lfm2.block_count': u32(2),
      'lfm2.feed_forward_length': u32(feedForward),
      'lfm2.attention.head_count': u32(2),
      'lfm2.attention.head_count_kv': array([0, 1].map(i32)),
      'lfm2.attention.layer_norm_rms_epsilon': f32(1e-5),
      'lfm2.rope.freq_base': f32(1e6),
      'lfm2.shortconv.l_cache': u32(3),
      'lfm2.vocab_size': u32(size),
      'tokenizer.chat_template': text("{% for m in messages %}{{ m['content'] }}\n{% endfor %}"),
      ...metadata,
      ...(decides ? decision : {}),
    },
    tensors(size),
  );
}

function tensors(vocabularySize: number): Tensor[] {
  const { ones, random } = weights();
  const common = (block: string): Tensor[] => [
    ones(`${block}.attn_norm.weight`, width),
    ones(`${block}.ffn_norm.weight`, width),
    random(`${block}.ffn_gate.weight`, feedForward, width),
    random(`${block}.ffn_up.weight`, feedForward, width),
    random(`${block}.ffn_down.weight`, width, feedForward),
  ];
  return [
    random('token_embd.weight', vocabularySize, width),
    ones('token_embd_norm.weight', width),
    ...common('blk.0'),
    random('blk.0.shortconv.conv.weight', width, 3),
    random('blk.0.shortconv.in_proj.weight', 3 * width, width),
    random('blk.0.shortconv.out_proj.weight', width, width),
    ...common('blk.1'),
    ones('blk.1.attn_q_norm.weight', headWidth),
    ones('blk.1.attn_k_norm.weight', headWidth),
    random('blk.1.attn_q.weight', width, width),
    random('blk.1.attn_k.weight', headWidth, width),
    random('blk.1.attn_v.weight', headWidth, width),
    random('blk.1.attn_output.weight', width, width),
  ];
}
