import type { Command, Query } from '../ast';
import { findCommand } from '../catalogue/catalogue';
import { onlyFields, unknownFields } from '../catalogue/fieldRules';
import type { FieldFlow } from '../catalogue/fieldRules';

/** Follows the fields through all commands. */
export function fieldsAfter(commands: readonly Command[]): FieldFlow {
  return commands.reduce(pass, onlyFields([]));
}

export function fieldsOf(query: Query): FieldFlow {
  return fieldsAfter(query.commands);
}

function pass(flow: FieldFlow, command: Command): FieldFlow {
  const rule = command.kind === 'other' ? unknownFields : findCommand(command.name.text)?.fields;
  return rule?.(flow, command, fieldsOf) ?? flow;
}
