// Faults of settings and of the choice of providers: they come up before anything is sent.
import { type Fault, refuses } from '../support/faults.ts';

const config = (text: string): Pick<Fault, 'files'> => ({ files: { '.config/system1/config.toml': text } });

refuses('config_error', [
  { flags: ['-p', 'larya'], says: 'unknown provider "larya" (provider, flag)', hint: 'did you mean laya?' },
  { flags: ['--fallback', 'larya'], says: 'unknown provider "larya" (fallback, flag)', hint: 'laya?' },
  { flags: ['--fallback', 'none'], says: '--fallback names no provider by none', hint: 'use --no-fallback for none' },
  { flags: ['-m', 'a\nb'], says: /^system1: --model must be a name without control characters/, hint: 'the model' },
  { flags: ['--fallback', 'von,'], says: '--fallback names a blank provider', hint: '--no-fallback' },
  { flags: ['--fallback', 'mock'], says: /^system1: mock cannot be a fallback/, hint: '--provider mock' },
  { flags: ['--endpoint', 'localhost:1'], says: /^system1: laya: malformed endpoint.*flag/, hint: 'http://' },
  { flags: ['-p', 'ollama'], says: 'ollama needs a model', hint: 'add --model, or set SYSTEM1_OLLAMA_MODEL, or' },
  { flags: ['--fallback', 'ollama'], says: 'ollama needs a model', hint: 'set SYSTEM1_OLLAMA_MODEL, or' },
  { flags: ['-p', 'mock', '-m', 'x'], says: '--model: mock has no setting model' },
  { flags: ['--config', '~/none.toml'], says: /none\.toml does not exist$/, hint: '--config names this file' },
  { flags: ['--config', ''], says: '--config names no file' },
  { env: { SYSTEM1_TIMEOUT_S: '0' }, says: /^system1: SYSTEM1_TIMEOUT_S must be a number from/, hint: 'time' },
  { env: { SYSTEM1_LOCAL_ONLI: '1' }, says: /^system1: SYSTEM1_LOCAL_ONLI is no variable/, hint: 'ONLY?' },
  { ...config('provder = "laya"'), says: /config\.toml:1: provder is no setting$/, hint: 'provider?' },
  {
    ...config('retries = 11'),
    says: /config\.toml:1: retries must be a whole number from 0 to 10/,
    hint: 'further attempts',
  },
  { ...config('[providers.laya]\nallow_remot = true'), says: /allow_remot is no setting$/, hint: 'remote?' },
  { ...config('[providers.laya]\napi_key = "SECRET"'), says: /api_key does not belong/, hint: 'LAYA_API_KEY' },
  { ...config('provider = '), says: /config\.toml/, hint: '' },
]);
