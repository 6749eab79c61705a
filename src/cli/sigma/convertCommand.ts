import type { ConvertedRule } from '../../core/sigma/convertCollection';
import { choiceOption, exitCodes } from '../command';
import type { Command } from '../command';
import type { Terminal } from '../terminal';
import {
  conversionOptions,
  convertNamed,
  filterOption,
  mapOption,
  namedRuleFiles,
} from './conversionOptions';

export const sigmaConvert: Command = {
  name: 'sigma convert',
  parameters: 'PATH… [OPTIONS]',
  summary: 'Converts Sigma rules to queries. Exits with 3 if some cannot be converted.',
  options: {
    map: mapOption,
    table: { value: 'NAME', summary: 'the table for log sources without a mapping' },
    duration: { value: 'SPAN', summary: 'how far back the queries read, such as 1d' },
    filter: filterOption,
    format: { value: 'text|json', summary: 'output format; json prints one line per rule' },
  },
  async run(input, terminal) {
    const print = choiceOption(input, 'format', ['text', 'json']) === 'json' ? printJson : printText;
    const options = await conversionOptions(input);
    const rules = convertNamed(input.args, await namedRuleFiles(input.args), options, input);
    for (const rule of rules) print(rule, terminal);
    const rejected = rules.filter((rule) => 'rejection' in rule).length;
    terminal.note(`${rules.length - rejected} converted, ${rejected} not converted`);
    return rejected === 0 ? exitCodes.done : exitCodes.partly;
  },
};

function printJson(rule: ConvertedRule, terminal: Terminal): void {
  const { id = null, title = null, level = null } = rule.information ?? {};
  const { file } = rule;
  const line =
    'rejection' in rule
      ? { file, id, title, error: rule.rejection.message, line: rule.rejection.line }
      : { file, id, title, level, query: rule.query, warnings: rule.warnings, notes: rule.notes };
  terminal.printJson(line);
}

function printText(rule: ConvertedRule, terminal: Terminal): void {
  if ('rejection' in rule) {
    const { line, message } = rule.rejection;
    terminal.note(`${rule.file}:${line}: ${message}`, 'red');
    return;
  }
  for (const { line, message } of rule.warnings) {
    terminal.note(`${rule.file}:${line}: ${message}`, 'yellow');
  }
  terminal.print([...rule.query.split('\n'), '']);
}
