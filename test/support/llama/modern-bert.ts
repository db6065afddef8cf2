// A tiny ModernBERT with Laya's decision head, an encoder: two blocks that read, and one that decides.
import { array, bool, f32, gguf, i32, type Tensor, text, u32 } from './gguf.ts';
import { vocabulary } from './vocabulary.ts';
import { weights } from './weights.ts';

const width = 32;
const readers = 2;
/** Of each block, the deciding one last. */
const feedForward = [48, 48, 4 * width];

const prompt =
  '[CLS]{{ type }} question: {{ instructions }}[SEP]' +
  '{% for o in options %}[MASK] {{ o.key }}: {{ o.description }}{% endfor %}[SEP]{{ state }}[SEP]';

/** The bytes of the file. */
export function modernBert(): Buffer {
  // `seperator` is how the format spells it.
  const roles = { bos: '[CLS]', eos: '[SEP]', padding: '[PAD]', mask: '[MASK]', seperator: '[SEP]' };
  const { size, metadata } = vocabulary('gpt-2', roles, ['[UNK]']);
  return gguf(
    {
      'general.architecture': text('modern-bert'),
      'modern-bert.context_length': u32(8192),
      'modern-bert.embedding_length': u32(width),
      'modern-bert.block_count': u32(feedForward.length),
      'modern-bert.feed_forward_length': array(feedForward.map(i32)),
      'modern-bert.attention.head_count': u32(2),
      'modern-bert.attention.layer_norm_epsilon': f32(1e-5),
      'modern-bert.attention.causal': bool(false),
      'modern-bert.attention.sliding_window': u32(128),
      'modern-bert.attention.sliding_window_pattern': u32(3),
      'modern-bert.rope.freq_base': f32(160_000),
      'modern-bert.rope.freq_base_swa': f32(10_000),
      'modern-bert.vocab_size': u32(size),
      'modern-bert.pooling_type': u32(0),
      'modern-bert.decision.type': text('laya'),
      'modern-bert.decision.block_count': u32(feedForward.length - readers),
      'modern-bert.decision.max_head_tokens': u32(256),
      'modern-bert.decision.temperature.choice': f32(1.2),
      'modern-bert.decision.temperature.score': f32(1.1),
      'modern-bert.decision.temperature.noul': f32(1),
      'tokenizer.ggml.token_type_count': u32(3),
      'tokenizer.chat_templates': array([text('systemone')]),
      'tokenizer.chat_template.systemone': text(prompt),
      ...metadata,
    },
    tensors(size),
  );
}

function tensors(vocabularySize: number): Tensor[] {
  const { ones, random } = weights();
  const block = (inner: number, index: number): Tensor[] => {
    const name = `blk.${index}`;
    const decides = index >= readers;
    const biases = {
      attn_norm: width,
      attn_qkv: 3 * width,
      attn_output: width,
      ffn_norm: width,
      ffn_up: inner,
      ffn_down: width,
    };
    return [
      ...(index === 0 ? [] : [ones(`${name}.attn_norm.weight`, width)]),
      random(`${name}.attn_qkv.weight`, 3 * width, width),
      random(`${name}.attn_output.weight`, width, width),
      ones(`${name}.ffn_norm.weight`, width),
      random(`${name}.ffn_up.weight`, decides ? inner : 2 * inner, width),
      random(`${name}.ffn_down.weight`, width, inner),
      ...(decides ? Object.entries(biases).map(([part, length]) => random(`${name}.${part}.bias`, length)) : []),
    ];
  };
  return [
    random('token_embd.weight', vocabularySize, width),
    ones('token_embd_norm.weight', width),
    ones('output_norm.weight', width),
    random('token_types.weight', 3, width),
    ...feedForward.flatMap(block),
    ones('cls.norm.weight', width),
    random('cls.norm.bias', width),
    random('cls.weight', width, width),
    random('cls.bias', width),
    random('cls.output.weight', 1, width),
    random('cls.output.bias', 1),
  ];
}
