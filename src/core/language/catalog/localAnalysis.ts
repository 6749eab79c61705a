import type { CommandEntry, CommandOptions } from './entry';
import { parsing } from './entry';
import { anchored, namesOf, parsed, stepsOf, whenMatching } from './fieldSteps';

const eventContext: CommandOptions = {
  topic: { type: 'text' },
  dynamic: { type: 'boolean' },
  key: { type: 'field' },
};

/** The commands of the local platform that read texts, describe rows and correlate events. */
export const localAnalysis: Readonly<Record<string, CommandEntry>> = {
  parse: {
    syntax: 'parse [overlay=t|f] PARSER | parse [field=FIELD] [overlay=t|f] "START*END" as FIELD[, …]',
    description: 'Parses rows with a named parser of the platform.',
    example: 'parse overlay=t apache',
    effect: 'reads',
    options: parsing,
    fields: anchored,
  },
  parsemap: {
    syntax: 'parsemap field=FIELD [overlay=t|f]',
    description: 'Creates fields from the keys of a map.',
    example: 'parsemap field=payload',
    effect: 'reads',
    options: parsing,
    fields: parsed,
  },
  parsexml: {
    syntax: 'parsexml [field=FIELD] [overlay=t|f]',
    description: 'Creates fields from XML text.',
    example: 'parsexml field=payload',
    effect: 'reads',
    options: parsing,
    fields: parsed,
  },
  signature: {
    syntax: 'signature',
    description:
      'Adds the special characters of the line as signature, so that similar lines can be counted.',
    example: 'signature',
    effect: 'reads',
    isRowwise: true,
    fields: stepsOf('other', () => [{ kind: 'add', names: ['signature'], from: ['line'] }]),
  },
  summary: {
    syntax: 'summary',
    description: 'Lists the fields of the rows with their types.',
    example: 'table duration=1h web_access | summary',
    effect: 'reads',
    fields: stepsOf('other', () => [
      { kind: 'keep', names: [] },
      { kind: 'add', names: ['name', 'type'], from: [] },
    ]),
  },
  boxplot: {
    syntax: 'boxplot FIELD [by FIELD[, …]]',
    description: 'Returns the minimum, quartiles and maximum of a number, for a box plot.',
    example: 'boxplot duration by host',
    effect: 'reads',
    fields: stepsOf('boxplot', ({ value, by }) => [
      { kind: 'compute', values: [value] },
      { kind: 'read', fields: by },
      { kind: 'keep', names: namesOf(by) },
      { kind: 'add', names: ['count', 'min', 'iqr1', 'iqr2', 'iqr3', 'max'], from: [] },
    ]),
  },
  mpsearch: {
    syntax: 'mpsearch [FIELD, …] [ SUBQUERY ]',
    description: 'Searches a text for many patterns in one pass.',
    example: `mpsearch line [ json "{'expr': '\\"failed\\"', 'rule': 1}" ]`,
    effect: 'reads',
    fields: stepsOf('mpsearch', ({ fields, subqueries }) => [
      { kind: 'read', fields },
      ...subqueries.map(({ query }) => ({ kind: 'subquery', query, rows: 'none' }) as const),
      { kind: 'add', names: ['_mp_result'], from: fields.length === 0 ? 'row' : namesOf(fields) },
    ]),
  },
  evtctxadd: {
    syntax:
      'evtctxadd topic=NAME key=FIELD [expire=SPAN] [timeout=SPAN] [maxrows=N] EXPRESSION | evtctxadd dynamic=t key=FIELD EXPRESSION',
    description: 'Creates or feeds the event context of a key for the rows that match.',
    example: 'evtctxadd topic=logins key=user expire=1h status == "failed"',
    effect: 'writes',
    fields: whenMatching,
    options: {
      ...eventContext,
      expire: { type: 'span' },
      timeout: { type: 'span' },
      maxrows: { type: 'limit' },
    },
  },
  evtctxdel: {
    syntax: 'evtctxdel topic=NAME|dynamic=t key=FIELD EXPRESSION',
    description: 'Removes the event context of a key for the rows that match.',
    example: 'evtctxdel topic=logins key=user status == "ok"',
    effect: 'writes',
    fields: whenMatching,
    options: eventContext,
  },
  evtctxdrop: {
    syntax: 'evtctxdrop all=t | evtctxdrop topic=NAME',
    description: 'Drops the event contexts of a topic, or of all.',
    example: 'evtctxdrop topic=logins',
    effect: 'writes',
    options: { all: { type: 'boolean' }, topic: { type: 'text' } },
  },
  evtctxlist: {
    syntax: 'evtctxlist [topic=NAME]',
    description: 'Lists the event contexts.',
    example: 'evtctxlist topic=logins',
    effect: 'reads',
    isSource: true,
    options: { topic: { type: 'text' } },
  },
};
