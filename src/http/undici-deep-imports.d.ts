// undici 7 has no `exports` map: its client alone loads in a fraction of the time of the whole package.
declare module 'undici/lib/dispatcher/client.js' {
  import type { Client as ClientClass } from 'undici';

  const Client: typeof ClientClass;
  export default Client;
}
