export interface PageOptions {
  /** The page to start, for the script that all pages share. */
  readonly page: string;
  readonly title: string;
  readonly language: string;
  readonly nonce: string;
  /** The origin from which VS Code serves the extension's files. */
  readonly cspSource: string;
  readonly scriptUri: string;
  /** The style sheet of all pages, and that of the page. */
  readonly styleUris: readonly string[];
  readonly codiconsUri: string;
  /** Shown if the page cannot start; `{0}` is the error message. */
  readonly startFailure: string;
  /** Translations, by their English text. */
  readonly translations: Readonly<Record<string, string>>;
}

/**
 * The HTML of a panel. Only the one script may run and nothing may be loaded from elsewhere; `connect-src`,
 * `form-action` and other directives stay at `none`, so that injected markup cannot send data out.
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
${options.styleUris.map((uri) => `<link rel="stylesheet" href="${escapeHtml(uri)}">`).join('\n')}
<script nonce="${escapeHtml(options.nonce)}">${startFailureScript(options.startFailure)}</script>
<script type="application/json" id="translations">${jsonForHtml(options.translations)}</script>
<script nonce="${escapeHtml(options.nonce)}" src="${escapeHtml(options.scriptUri)}" defer></script>
</head>
<body data-page="${escapeHtml(options.page)}"></body>
</html>`;
}

/**
 * Inline, because the page's script may fail to load. Only shown while the page is empty: the page handles
 * later failures.
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

/** `</script` would end the script element even inside a JSON string, so every `<` is escaped. */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
