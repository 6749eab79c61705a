import { parseExpression } from './expressions';
import type { EventContext } from './scope';
import type { Command } from './command';
import { contextOf } from './scope';
import { readOptions, unquote } from './syntax';
import { asText } from './values';
import type { Row, Value } from './values';

const optionNames = ['topic', 'key', 'expire', 'timeout', 'maxrows', 'dynamic', 'all'];

const topicOf = (topic: string | undefined, row: Row): Value => {
  if (topic === undefined) return row.get('topic') ?? null;
  return topic.startsWith('"') ? unquote(topic) : topic;
};

export const correlating: Readonly<Record<string, Command>> = {
  evtctxadd: (text, input, scope) => {
    const { options, rest } = readOptions(text, optionNames);
    const condition = parseExpression(rest, scope);
    for (const row of input.rows) {
      if (condition.value(row) !== true) continue;
      const [topic, key] = [
        asText(topicOf(options['topic'], row)) ?? '',
        asText(row.get(options['key'] ?? '') ?? null) ?? '',
      ];
      const context: EventContext = contextOf(scope, topic, key) ?? {
        topic,
        key,
        counter: 0n,
        rows: [],
        variables: new Map(),
      };
      context.counter += 1n;
      if (context.rows.length < Number(options['maxrows'] ?? 10)) context.rows.push(row);
      scope.world.contexts.set(JSON.stringify([topic, key]), context);
    }
    return input;
  },
  evtctxdel: (text, input, scope) => {
    const { options, rest } = readOptions(text, optionNames);
    const condition = parseExpression(rest, scope);
    for (const row of input.rows) {
      const key = [asText(topicOf(options['topic'], row)), asText(row.get(options['key'] ?? '') ?? null)];
      if (condition.value(row) === true) scope.world.contexts.delete(JSON.stringify(key));
    }
    return input;
  },
  evtctxdrop: (text, input, { world }) => {
    const { options } = readOptions(text, optionNames);
    for (const [id, { topic }] of world.contexts) {
      if (options['all'] !== undefined || topic === options['topic']) world.contexts.delete(id);
    }
    return input;
  },
  evtctxlist: (text, _input, { world }) => {
    const { topic } = readOptions(text, optionNames).options;
    const found = [...world.contexts.values()].filter(
      (context) => topic === undefined || context.topic === topic,
    );
    return {
      rows: found.map(
        ({ topic: name, key }) =>
          new Map([
            ['topic', name],
            ['key', key],
          ]),
      ),
      ordered: false,
    };
  },
};
