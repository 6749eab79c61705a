export interface PageOptions {
  /** Which page it is, for the script that all pages share. */
  readonly page: string;
  readonly title: string;
  readonly language: string;
  readonly nonce: string;
  /** The origin that VS Code serves the extension's own files from. */
  readonly cspSource: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  readonly codiconsUri: string;
  /** What a page that cannot start shows; `{0}` stands for what went wrong. */
  readonly startFailure: string;
  /** The sentences of the user's language, by their English. */
  readonly translations: Readonly<Record<string, string>>;
}

/**
 * The document of a panel. Nothing but the one script may run and nothing may be fetched from elsewhere;
 * `connect-src`, `form-action` and the rest stay at nothing, so that injected markup could not send data out.
 */
export function pageHtml(options: PageOptions): string {
  const policy = contentSecurityPolicy(options.nonce, options.cspSource);
  return `<!DOCTYPE html>
<html lang="${escapeHtml(options.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(options.title)}</title>
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${escapeHtml(options.codiconsUri)}">
<link rel="stylesheet" href="${escapeHtml(options.styleUri)}">
<script nonce="${escapeHtml(options.nonce)}">${startFailureScript(options.startFailure)}</script>
<script type="application/json" id="translations">${jsonForHtml(options.translations)}</script>
<script nonce="${escapeHtml(options.nonce)}" src="${escapeHtml(options.scriptUri)}" defer></script>
</head>
<body data-page="${escapeHtml(options.page)}"></body>
</html>`;
}

/**
 * Stands in the document itself, because the page's own script may be what is missing. It speaks only while nothing
 * is drawn: later failures belong to the page.
 */
function startFailureScript(sentence: string): string {
  return `addEventListener('error', (event) => {
  if (!document.body || document.body.childElementCount > 0) return;
  const words = document.createElement('p');
  words.setAttribute('role', 'alert');
  words.textContent = ${jsonForHtml(sentence)}.replace('{0}', () => event.message || event.target.src);
  document.body.append(words);
}, true);`;
}

function contentSecurityPolicy(nonce: string, cspSource: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** JSON inside a script element ends at the first `</script`, whatever the quotes say: no `<` may stay. */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
