import { isCronSchedule } from '../cronSchedule';
import { invalidArgument } from '../errors';
import { oneOf, shortText } from '../http/checks';
import type { Parameters } from '../http/parameters';
import { nodeTypes, precedingActions, triggerTypes } from '../scheduledQuery';
import type { NodeType, ScheduledQueryFields, Trigger } from '../scheduledQuery';

const longestName = 255;
const longestDescription = 2000;

/** The fields of a create or update, checked in the order of the interface. */
export function readScheduledQueryFields(parameters: Parameters): ScheduledQueryFields {
  const name = parameters.requiredText('name');
  const query = parameters.requiredText('query');
  const triggerType = parameters.requiredText('trigger_type');
  const description = parameters.text('description');
  return {
    name: shortText('name', name, longestName),
    description: description && shortText('description', description, longestDescription),
    query,
    trigger: readTrigger(parameters, triggerType),
    enabled: parameters.boolean('enabled') ?? false,
    nodeTypes: readNodeTypes(parameters),
    outputParameter: parameters.boolean('output_parameter') ?? false,
  };
}

function readTrigger(parameters: Parameters, given: string): Trigger {
  const type = oneOf('trigger_type', given, triggerTypes);
  switch (type) {
    case 'cron': {
      const schedule = parameters.requiredText('cron_schedule');
      if (!isCronSchedule(schedule)) throw invalidArgument("'cron_schedule' is not a valid cron expression.");
      return { type, schedule };
    }
    case 'workflow': {
      const action = oneOf('preceding_action', parameters.requiredText('preceding_action'), precedingActions);
      return { type, action, precedingGuid: parameters.requiredGuid('preceding_guid') };
    }
  }
}

function readNodeTypes(parameters: Parameters): NodeType[] | undefined {
  const types = parameters.list('node_types')?.map((type) => oneOf('node_types', type, nodeTypes));
  return types && [...new Set(types)];
}
