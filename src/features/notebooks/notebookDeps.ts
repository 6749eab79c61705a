import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { Memory } from '../../ui/memory';
import type { FeatureDeps } from '../../ui/openUi';
import type { ResultsAccess } from '../../ui/access';

/** The dependencies of notebooks. */
export interface NotebookDeps extends FeatureDeps {
  readonly documents: DocumentConnections;
  /** Workspace state for running queries. */
  readonly memory: Memory;
  /** The folder for results. */
  readonly storage: string;
  /** The folder of the templates in the package. */
  readonly templates: string;
  readonly results: ResultsAccess;
}
