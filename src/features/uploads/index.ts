import * as vscode from 'vscode';
import type { Platforms } from '../../ui/platforms';
import type { Workbench } from '../../ui/workbench';
import type { UploadParts } from './uploadParts';
import type { UploadsSection } from './uploadsSection';

/** Registers uploading. Each action is loaded when it is first used. */
export function registerUploads(
  workbench: Workbench,
  platforms: Platforms,
  section: UploadsSection,
  tableOfRow: UploadParts['tableOfRow'],
): vscode.Disposable {
  const problems = vscode.languages.createDiagnosticCollection('logbench.uploads');
  const parts = { workbench, platforms, section, tableOfRow, problems };
  if (section.unfinished.all().length > 0) {
    import('./resumeUpload')
      .then(async ({ offerToResume }) => offerToResume(parts))
      .catch(async (error: unknown) => workbench.failures.report(error));
  }
  return vscode.Disposable.from(
    problems,
    workbench.commands.registerAll({
      'logbench.upload.start': async (...given) => (await import('./startUpload')).startUpload(parts, given),
      'logbench.upload.cancel': async (...given) =>
        (await import('./uploadActions')).cancelUpload(parts, given),
      'logbench.upload.pause': async (...given) =>
        (await import('./uploadActions')).pauseUpload(parts, given),
      'logbench.upload.resume': async (...given) =>
        (await import('./resumeUpload')).resumeUpload(parts, given),
    }),
  );
}
