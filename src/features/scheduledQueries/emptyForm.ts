import type { EditedFields } from './propertyText';

/** The initial values of a new query. */
export const emptyForm: EditedFields = {
  name: '',
  description: undefined,
  enabled: false,
  query: '',
  triggerType: 'cron',
  cronSchedule: undefined,
  precedingGuid: undefined,
  precedingName: undefined,
  precedingAction: undefined,
  nodeTypes: [],
  outputParameter: false,
};
