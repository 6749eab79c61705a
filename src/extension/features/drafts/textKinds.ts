import type { QueryAddress } from '../../ui/queryAddress';
import { DetectionRuleText } from './detectionRuleText';
import type { EditableText } from './editableText';
import { ScheduledQueryText } from './scheduledQueryText';

const kinds = {
  query: new ScheduledQueryText(),
  batch: new DetectionRuleText('batch'),
  stream: new DetectionRuleText('stream'),
} satisfies Record<string, EditableText>;

export function kindOf({ rule }: Pick<QueryAddress, 'rule'>): EditableText {
  return kinds[rule ?? 'query'];
}
