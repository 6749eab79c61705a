import { t } from '../../../core/base/localize';
import type { QueryAddress } from '../../ui/queryAddress';
import { detectionRuleText } from './detectionRuleText';
import type { EditableText } from './editableText';
import { scheduledQueryText } from './scheduledQueryText';

const kinds = {
  query: scheduledQueryText,
  batch: detectionRuleText('batch', true, (platform) =>
    t('{0} does not support this for batch rules. Your draft is kept.', platform),
  ),
  stream: detectionRuleText('stream', false, (platform) =>
    t('{0} does not support this for stream rules. Your draft is kept.', platform),
  ),
} satisfies Record<string, EditableText>;

export function kindOf({ rule }: Pick<QueryAddress, 'rule'>): EditableText {
  return kinds[rule ?? 'query'];
}
