import type { EditedFields } from './propertyText';

/** A new query before anything was entered. */
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
