import { authorFindings } from '../../core/sigma/authorFindings';
import { choiceOption, exitCodes } from '../command';
import type { Command } from '../command';
import { counted } from '../terminal';
import { namedRuleFiles, noRules } from './conversionOptions';

export const sigmaCheck: Command = {
  name: 'sigma check',
  parameters: 'PATH… [OPTIONS]',
  summary: 'Lists what the authors of Sigma rules should correct. Exits with 3 if there is something.',
  options: {
    format: { value: 'text|json', summary: 'output format; json prints one line per finding' },
  },
  async run(input, terminal) {
    const isJson = choiceOption(input, 'format', ['text', 'json']) === 'json';
    const files = await namedRuleFiles(input.args);
    const findings = authorFindings(files);
    if (findings === undefined) throw noRules(input.args);
    for (const finding of findings) {
      const { file, line, message } = finding;
      if (isJson) terminal.printJson(finding);
      else terminal.print(`${file}:${line}: ${message}`);
    }
    terminal.note(counted(findings.length, 'finding'));
    return findings.length === 0 ? exitCodes.done : exitCodes.partly;
  },
};
