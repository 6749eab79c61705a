import type { PlatformClient } from '../../api/client';
import type { Redactor } from '../../shared/redact';
import type { Connection } from '../../ui/connections/connection';
import type { FeatureDeps } from '../../ui/openUi';
import type { Proposal } from '../../assistant/host';
import type { SaveProposal } from '../../ui/access';

/** The dependencies of the tools for assistants; other features provide drafts and forms. */
export interface AssistantDeps extends FeatureDeps {
  readonly redactor: Redactor;
  /** A client whose requests identify the assistant and only read. */
  readonly clientFor: (connection: Connection) => Promise<PlatformClient>;
  readonly saveProposal: SaveProposal;
  /** Fills in the form for a new query, which the user checks and submits. */
  readonly fillForm: (
    connection: Connection,
    fields: Pick<Proposal, 'name' | 'query' | 'cronSchedule' | 'description'>,
  ) => void;
}
