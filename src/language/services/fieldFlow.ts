import type { Command, Query } from '../ast';
import { findCommand } from '../catalog/catalog';
import { onlyFields, unknownFields } from '../catalog/fieldRules';
import type { FieldFlow } from '../catalog/fieldRules';

/** Follows the fields through all commands. */
export function fieldsAfter(commands: readonly Command[]): FieldFlow {
  return commands.reduce((flow, command) => passCommand(flow, command), onlyFields([]));
}

export function fieldsOf(query: Query): FieldFlow {
  return fieldsAfter(query.commands);
}

/** The fields after one command. Callers that have followed its subqueries already pass their fields. */
export function passCommand(flow: FieldFlow, command: Command, ofQuery = fieldsOf): FieldFlow {
  const rule = command.kind === 'other' ? unknownFields : findCommand(command.name.text)?.fields;
  return rule?.(flow, command, ofQuery) ?? flow;
}
