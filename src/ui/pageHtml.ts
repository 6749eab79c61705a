export interface PageParts {
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
export function pageHtml(parts: PageParts): string {
  const policy = contentSecurityPolicy(parts.nonce, parts.cspSource);
  return `<!DOCTYPE html>
<html lang="${escapeHtml(parts.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(parts.title)}</title>
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${escapeHtml(parts.codiconsUri)}">
<link rel="stylesheet" href="${escapeHtml(parts.styleUri)}">
<script nonce="${escapeHtml(parts.nonce)}">${sayWhyItDidNotStart(parts.startFailure)}</script>
<script type="application/json" id="translations">${jsonForHtml(parts.translations)}</script>
<script nonce="${escapeHtml(parts.nonce)}" src="${escapeHtml(parts.scriptUri)}" defer></script>
</head>
<body></body>
</html>`;
}

/**
 * Stands in the document itself, because the page's own script may be what is missing. It speaks only while nothing
 * is drawn: later failures belong to the page.
 */
function sayWhyItDidNotStart(sentence: string): string {
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
