import { t } from '../../../core/base/localize';
import { hidingMasker } from '../../../core/privacy/hiddenValues';
import type { ExportFormat, ExportProgress } from '../../../core/pages/common';
import type { Connection } from '../../ui/connections/connection';
import type { Prompts } from '../../ui/prompts/prompts';
import type { AuditSession } from './auditSession';
import { manifestPath, exportSearch } from './exportSearch';
import type { ExportManifest } from './exportSearch';
import { targetTitle } from '../../ui/resolveTarget';

/** The exports of one panel, one at a time. */
export class AuditExport {
  progress: ExportProgress | null = null;
  #running: AbortController | undefined;

  constructor(
    private readonly session: AuditSession,
    private readonly connection: Connection,
    private readonly prompts: Prompts,
    private readonly view: {
      readonly changed: () => void;
      readonly showFile: (file: string) => Promise<void>;
    },
  ) {}

  cancel(): void {
    this.#running?.abort();
  }

  /** Asks for the file, writes it and reports the result. Rejects on failure. */
  async run(format: ExportFormat): Promise<void> {
    if (this.#running) return;
    const running = (this.#running = new AbortController());
    try {
      const question = {
        title: targetTitle(t('Export Audit Logs'), this.connection),
        filters: { [format.toUpperCase()]: [format] },
        defaultName: `audit-${new Date().toISOString().slice(0, 10)}.${format}`,
      };
      const { location, result: manifest } = await this.prompts.saveFile(question, async (target) =>
        this.#write(format, target, running.signal),
      );
      // Not awaited, because the export is complete.
      void this.#notify(manifest, location);
    } finally {
      this.#running = undefined;
      this.#show(null);
    }
  }

  async #write(format: ExportFormat, target: string, signal: AbortSignal): Promise<ExportManifest> {
    this.#show({ format, written: 0, total: null });
    const { search } = this.session.state;
    const { result, resolved } = await this.session.readAgain(signal);
    const { name, baseUrl, product, environment } = this.connection;
    const range = { from: resolved.filters.from ?? null, to: resolved.filters.to ?? null };
    const about = { connection: { name, baseUrl, product, environment }, search, range };
    const report = (written: number): void => this.#show({ format, written, total: result.total });
    report(0);
    const order = { format, target, about, now: Date.now, masker: hidingMasker() };
    return exportSearch(result, order, report, signal);
  }

  async #notify(manifest: ExportManifest, location: string): Promise<void> {
    const { written, matched, files, masked } = manifest;
    const missing = matched - written;
    const summary = t('Exported {0} to {1}, with a manifest.', entryCount(written), fileCount(files.length));
    const loss = missing > 0 ? ` ${t('Entries deleted before they could be read: {0}.', missing)}` : '';
    const hidden = masked === true ? ` ${t('Sensitive values in it are masked.')}` : '';
    const selected = await this.prompts.notify({
      severity: missing > 0 ? 'warning' : 'information',
      message: `${this.connection.name}: ${summary}${hidden}${loss}`,
      file: location,
      buttons: [{ label: t('Open Manifest'), value: manifestPath(location) }],
    });
    if (selected !== undefined) await this.view.showFile(selected);
  }

  #show(progress: ExportProgress | null): void {
    this.progress = progress;
    this.view.changed();
  }
}

function entryCount(count: number): string {
  return count === 1 ? t('1 entry') : t('{0} entries', count);
}

function fileCount(count: number): string {
  return count === 1 ? t('1 file') : t('{0} files', count);
}
