import type { RuleKind } from '../../shared/wire/rule';
import type { DraftBase, EditableRecord, RuleBase } from './storedQuery';

export interface DraftToPublish {
  readonly guid: string;
  readonly rule?: RuleKind | undefined;
  readonly base: DraftBase;
  /** Undefined keeps the text of the platform. */
  readonly draft: string | undefined;
  /** Undefined keeps the schedule of the platform. */
  readonly schedule: string | undefined;
}

export type PublishPlan =
  /** The draft can be published on this record. */
  | { readonly kind: 'send'; readonly current: EditableRecord }
  /** Another user has changed the same fields. */
  | { readonly kind: 'conflict'; readonly current: EditableRecord }
  /** The platform already has the content of the draft. */
  | { readonly kind: 'same'; readonly current: EditableRecord }
  | { readonly kind: 'deleted' };

/** The draft of a rule, which contains all of it. */
export type RuleDraft = DraftToPublish & { readonly base: RuleBase };
