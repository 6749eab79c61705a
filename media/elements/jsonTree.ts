import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/core/base/localize';
import { visibleText } from '../../src/core/base/visibleText';

/** The maximum number of children per node. */
const maxChildren = 500;

/**
 * A value as collapsible JSON. `details` elements work without script, by keyboard and with screen readers;
 * the two outer levels start expanded.
 */
export function jsonTree(value: unknown): TemplateResult {
  return html`<div class="json" translate="no">${jsonNode(undefined, value, 0)}</div>`;
}

export function namedTree(name: string, value: unknown): TemplateResult {
  return html`<h3>${name}</h3>
    ${jsonTree(value)}`;
}

function jsonNode(name: string | undefined, value: unknown, depth: number): TemplateResult {
  if (Array.isArray(value)) {
    const children = value.map((item: unknown, index): [string, unknown] => [String(index), item]);
    return branch(name, children, '[', ']', depth);
  }
  if (typeof value === 'object' && value !== null)
    return branch(name, Object.entries(value), '{', '}', depth);
  return html`<div class="json-leaf">${key(name)}${leaf(value)}</div>`;
}

function branch(
  name: string | undefined,
  children: readonly (readonly [string, unknown])[],
  open: string,
  close: string,
  depth: number,
): TemplateResult {
  if (children.length === 0)
    return html`<div class="json-leaf">${key(name)}<span>${open}${close}</span></div>`;
  const shown = children.slice(0, maxChildren);
  const left = children.length - shown.length;
  return html`<details class="json-branch" ?open=${depth < 2}>
    <summary>
      ${key(name)}<span>${open}</span><span class="json-size">${children.length}</span><span>${close}</span>
    </summary>
    <div class="json-children">
      ${shown.map(([childName, child]) => jsonNode(childName, child, depth + 1))}
      ${left > 0 ? html`<div class="json-leaf json-size">${t('{0} more not shown', left)}</div>` : ''}
    </div>
  </details>`;
}

function key(name: string | undefined): TemplateResult | string {
  return name === undefined
    ? ''
    : html`<span class="json-key">${visibleText(name)}</span><span class="json-colon">: </span>`;
}

function leaf(value: unknown): TemplateResult {
  const kind = value === null ? 'null' : typeof value;
  return html`<span class="json-value" data-type=${kind}>${visibleText(JSON.stringify(value))}</span>`;
}
