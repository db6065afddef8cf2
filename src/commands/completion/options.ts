// The flags of `completion`, as data.
import { Argument } from 'commander';
import { DocumentedCommand, offering } from '../command.ts';
import { withGlobalOptions } from '../options.ts';

export const completionFormats = ['text', 'json'] as const;

/** The file of each shell, by the name that the shell itself looks for. */
export const completionFiles = { bash: 'system1.bash', zsh: '_system1', fish: 'system1.fish' } as const;
export const shells = Object.keys(completionFiles) as readonly (keyof typeof completionFiles)[];

/** The command without its action. */
export const declareCompletion = (): DocumentedCommand =>
  withGlobalOptions(
    new DocumentedCommand('completion')
      .description('print the completion file of a shell: bash, zsh or fish')
      .addArgument(offering(new Argument('<shell>', 'bash, zsh or fish'), shells))
      .withNote('zsh needs fpath+=~/.zfunc before compinit in ~/.zshrc; fish finds its file by itself.')
      .withExamples(
        "system1 completion bash > ~/.system1.bash && echo '. ~/.system1.bash' >> ~/.bashrc",
        'mkdir -p ~/.zfunc && system1 completion zsh > ~/.zfunc/_system1',
        'system1 completion fish > ~/.config/fish/completions/system1.fish',
      ),
    completionFormats,
  );
