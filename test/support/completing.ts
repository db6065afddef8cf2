// Types into real interactive shells on a terminal, and reads what TAB makes of a line.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './cli.ts';

export type Shell = 'bash' | 'zsh' | 'fish';

/** Where a program is, or null when this machine has none. */
export const installed = (program: string): string | null =>
  ['/usr/bin', '/bin', '/usr/local/bin', '/opt/homebrew/bin']
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path)) ?? null;

/** Why a shell cannot be tried on this machine, or null. macOS has another `script`. */
export function lacking(shell: Shell): string | null {
  if (process.platform !== 'linux') return 'skipped: needs the script of Linux';
  return installed(shell) === null ? `skipped: ${shell} is not installed` : null;
}

export interface Typist extends AsyncDisposable {
  /** The folder that the shell is in. */
  readonly folder: string;
  /** All that the shell offers at the end of a line, without what is there already; in its own order. */
  candidates(line: string): Promise<readonly string[]>;
  /** The line after TAB. */
  complete(line: string): Promise<string>;
  /** The arguments that a program gets from the line after TAB and Enter. */
  argumentsOf(line: string): Promise<readonly string[]>;
}

/** What a shell reads at its start: prints between ⟦ and ⟧ whatever a test asks for. */
interface Ways {
  readonly command: string;
  readonly rcFile: string;
  readonly rc: string;
  /** What lists the candidates, and what shows the line. */
  readonly list: string;
  readonly show: string;
}

const show = '\x18d';
const clear = '\x18k';
const printArguments = `{ printf '⟦'; printf '<%s>' "$@"; printf '⟧\\n'; }`;

const ways: Readonly<Record<Shell, Ways>> = {
  bash: {
    command: 'bash --noprofile --rcfile "$HOME/.bashrc" -i',
    rcFile: '.bashrc',
    rc: `
      PS1='READY> ' HISTFILE=
      system1() ${printArguments}
      . '${root}/completions/system1.bash'
      bind 'set bell-style none'
      bind 'set enable-bracketed-paste off'
      bind 'set completion-query-items 0'
      bind 'set page-completions off'
      bind -x '"\\C-xd": printf "\\n⟦%s⟧\\n" "$READLINE_LINE"'
      bind '"\\C-xa": insert-completions'
      bind '"\\C-xk": kill-whole-line'`,
    list: `\x18a${show}`,
    show,
  },
  zsh: {
    command: 'zsh -d -i',
    rcFile: '.zshrc',
    rc: `
      PROMPT='READY> ' RPROMPT= HISTFILE=
      unset zle_bracketed_paste
      unsetopt beep prompt_cr prompt_sp
      fpath=('${root}/completions' $fpath)
      autoload -Uz compinit; compinit -D -u
      system1() ${printArguments}
      show() { zle -I; print -r -- "⟦$BUFFER⟧" }; zle -N show
      bindkey -e
      bindkey '^Xd' show
      bindkey '^Xk' kill-whole-line
      zstyle ':completion:all::::' completer _all_matches _complete
      zstyle ':completion:all:*' old-matches false
      zstyle ':completion:all:*' insert true
      zle -C all complete-word _generic
      bindkey '^Xa' all
      # expand-or-complete, the default, runs substitutions of its own accord before any completion is asked.
      bindkey '^I' complete-word`,
    list: `\x18a${show}`,
    show,
  },
  fish: {
    command: 'fish -i',
    rcFile: '.config/fish/config.fish',
    rc: `
      function fish_prompt; echo 'READY> '; end
      function fish_greeting; end
      set -g fish_autosuggestion_enabled 0
      function system1; printf '⟦'; printf '<%s>' $argv; printf '⟧\\n'; end
      source '${root}/completions/system1.fish'
      function all
        set -l found (complete -C (commandline -c) | string split -f1 \\t)
        echo; echo "⟦"(commandline -c | string replace -r '[^ ]*$' '')"$found⟧"
      end
      bind \\cxa all
      bind \\cxd 'echo; echo "⟦"(commandline)"⟧"'
      bind \\cxk 'commandline ""'`,
    list: '\x18a',
    show,
  },
};

/** Starts a shell in an empty folder with these files. `more` is read last by the shell, in its own language. */
export async function openShell(shell: Shell, files: readonly string[], more = ''): Promise<Typist> {
  const { command, rcFile, rc, list } = ways[shell];
  const home = mkdtempSync(join(tmpdir(), 'system1-terminal-'));
  const folder = join(home, 'work');
  mkdirSync(dirname(join(home, rcFile)), { recursive: true });
  mkdirSync(folder);
  writeFileSync(join(home, rcFile), `${rc}\n${more}\n`);
  for (const name of files) writeFileSync(join(folder, name), '');
  // So wide that no line is ever broken or scrolled.
  const terminal = spawn('/usr/bin/script', ['--quiet', '--command', `stty cols 9999; exec ${command}`, '/dev/null'], {
    cwd: folder,
    env: { HOME: home, ZDOTDIR: home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', TERM: 'dumb', SHELL: '/bin/sh' },
  });
  const screen = new Screen(terminal);
  const typed = async (keys: string): Promise<string> => {
    const shown = await screen.after(keys, /⟦(.*?)⟧\r?\n/);
    terminal.stdin.write(clear);
    return shown;
  };
  await screen.after('', /READY> ()/);
  return {
    folder,
    candidates: async (line) => wordsAfter(line, await typed(line + list)),
    complete: (line) => typed(`${line}\t${show}`),
    argumentsOf: async (line) => (await typed(`${line}\t\r`)).slice(1, -1).split('><'),
    async [Symbol.asyncDispose]() {
      // The terminal is gone, so the shell gets SIGHUP and leaves, whatever it waits for.
      const closed = once(terminal, 'close');
      terminal.kill('SIGKILL');
      await closed;
      rmSync(home, { recursive: true, maxRetries: 10 });
    },
  };
}

/** Candidates are plain words here; what the line has already of them is taken off each. */
function wordsAfter(line: string, shown: string): readonly string[] {
  const before = line.slice(0, line.lastIndexOf(' ') + 1);
  const words = shown
    .slice(before.length)
    .split(' ')
    .filter((word) => word !== '');
  const isUnchanged = shown === line;
  return isUnchanged ? [] : words.map((word) => word.replace(/^--[\w-]+=(?=.)/, ''));
}

/** What a terminal has shown so far. */
class Screen {
  private text = '';
  private readonly terminal: ChildProcessWithoutNullStreams;
  private changed: () => void = () => {};

  constructor(terminal: ChildProcessWithoutNullStreams) {
    this.terminal = terminal;
    terminal.stdout.setEncoding('utf8').on('data', (shown: string) => {
      this.text += shown;
      this.changed();
    });
  }

  /** Types keys, and waits for what the terminal shows after them. */
  async after(keys: string, pattern: RegExp): Promise<string> {
    const start = this.text.length;
    this.terminal.stdin.write(keys);
    for (;;) {
      const found = pattern.exec(this.text.slice(start));
      if (found !== null) return found[1] ?? '';
      await new Promise<void>((resolve) => {
        this.changed = resolve;
      });
    }
  }
}
