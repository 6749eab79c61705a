import type { Event } from 'vscode';
import type { RuleKind } from '../../shared/wire/rule';
import type { Selected } from '../explorer/explorerNode';
import type { Connection } from './connection';

/** Identifies a rule for actions. If the platform lists none, only the GUID is known. */
export interface RuleTarget {
  readonly kind: RuleKind;
  readonly guid: string;
  readonly name: string;
}

/** What features can ask and report about detection rules; provided by the feature that owns them. */
export interface RulesAccess {
  /** The rule of a row of the explorer. */
  readonly ruleOfRow: (value: unknown) => RuleTarget | undefined;
  /** The rule on which a command was called, or one that the user selects. */
  readonly resolve: (args: readonly unknown[], title: string) => Promise<Selected<RuleTarget>>;
  /** This window has changed rules. */
  readonly onDidChange: Event<unknown>;
  /** Updates the explorer after a rule was created or written. Offers to restore the version before, if it is known. */
  readonly written: (connection: Connection, target: RuleTarget, write: RuleWrite) => Promise<void>;
}

export interface RuleWrite {
  /** What the user is told. */
  readonly message: string;
  /** The version before; undefined if there is none or it is unknown. */
  readonly before: number | undefined;
}
