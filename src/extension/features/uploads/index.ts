import * as vscode from 'vscode';
import type { UploadDeps } from './uploadsSection';

/** Registers uploads. Each action is loaded on first use. */
export function registerUploads(options: Omit<UploadDeps, 'problems'>): vscode.Disposable {
  const problems = vscode.languages.createDiagnosticCollection('logbench.uploads');
  const deps = { ...options, problems };
  const { ui, platforms, section } = deps;
  const asked = new Set<string>();
  const offer = (): void => {
    if (!section.hasUnfinished()) return;
    import('./resumeUpload')
      .then(async ({ offerToResume }) => offerToResume(deps, asked))
      .catch(async (error: unknown) => ui.failures.report(error));
  };
  offer();
  return vscode.Disposable.from(
    problems,
    section.running.listen((_, change) => {
      // The `when` clause of *Pause Upload* uses it.
      const isUploading = section.running.all().length > 0;
      if (change !== 'moved')
        void vscode.commands.executeCommand('setContext', 'logbench.uploading', isUploading);
    }),
    // A local platform is found after the window has opened.
    platforms.onDidChange((change) => {
      if (change === 'connections') offer();
    }),
    ui.commands.registerAll({
      'logbench.upload.start': async (...args) => (await import('./startUpload')).startUpload(deps, args),
      'logbench.upload.cancel': async (...args) => (await import('./uploadActions')).cancelUpload(deps, args),
      'logbench.upload.pause': async (...args) => (await import('./uploadActions')).pauseUpload(deps, args),
      'logbench.upload.resume': async (...args) => (await import('./resumeUpload')).resumeUpload(deps, args),
    }),
  );
}
