// The registry: every kind of engine. A new one is a file of its own and a line here (see README.md).
import { anthropic } from './anthropic.ts';
import { laya } from './laya.ts';
import { mock } from './mock.ts';
import { ollama } from './ollama.ts';
import { systemone } from './systemone.ts';
import type { Provider } from './types.ts';
import { typesafe } from './typesafe.ts';
import { von } from './von.ts';

/** In the order in which they are listed to users. */
export const providers: readonly Provider[] = [laya, von, systemone, ollama, typesafe, anthropic, mock];
