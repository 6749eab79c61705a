import * as vscode from 'vscode';
import type { Platforms } from '../../ui/connections/connection';
import type { Ui } from '../../ui/ui';
import type { UploadDeps, UploadsSection } from './uploadsSection';

/** Registers uploads. Each action is loaded on first use. */
export function registerUploads(
  ui: Ui,
  platforms: Platforms,
  section: UploadsSection,
  tables: Pick<UploadDeps, 'tableOfRow' | 'tablesChanged'>,
): vscode.Disposable {
  const problems = vscode.languages.createDiagnosticCollection('logbench.uploads');
  const deps = { ui, platforms, section, ...tables, problems };
  if (section.unfinished.all().length > 0) {
    import('./resumeUpload')
      .then(async ({ offerToResume }) => offerToResume(deps))
      .catch(async (error: unknown) => ui.failures.report(error));
  }
  return vscode.Disposable.from(
    problems,
    ui.commands.registerAll({
      'logbench.upload.start': async (...given) => (await import('./startUpload')).startUpload(deps, given),
      'logbench.upload.cancel': async (...given) =>
        (await import('./uploadActions')).cancelUpload(deps, given),
      'logbench.upload.pause': async (...given) => (await import('./uploadActions')).pauseUpload(deps, given),
      'logbench.upload.resume': async (...given) =>
        (await import('./resumeUpload')).resumeUpload(deps, given),
    }),
  );
}
