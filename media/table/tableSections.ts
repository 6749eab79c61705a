import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { formatBytes } from '../../src/shared/formatBytes';
import { t } from '../../src/shared/localize';
import type { TableFacts, TableState, TableUser } from '../../src/shared/protocol/table';
import { formatTimestamp } from '../../src/shared/format';
import { icon, notice, panel } from '../app/header';
import { tableHead, valueText } from './fieldsSection';
import { visibleText } from '../../src/shared/visibleText';

/** Scheduled queries and rules that use the table. */
export function usersSection(state: TableState, open: (guid: string, name: string) => void): TemplateResult {
  const { users } = state;
  const content = users
    ? html`${usersContent(users, open)}${users.asOf === null ? nothing : asOfLine(users.asOf, state)}`
    : notice('loading', t('Checking…'));
  return panel('users', t('Used by'), nothing, content);
}

/** Texts are not read again for each table, so it matters when they were. */
function asOfLine(asOf: number, { view, connection }: TableState): TemplateResult {
  return html`<p class="muted">
    ${t('As of {0}', formatTimestamp(asOf, view.zone, connection.serverOffset))}
  </p>`;
}

function usersContent(
  { items, gaps }: NonNullable<TableState['users']>,
  open: (guid: string, name: string) => void,
): TemplateResult {
  return html`${
    items.length === 0
      ? html`<p class="muted">
          ${gaps.length === 0 ? t('No scheduled query or rule uses this table.') : t('No use of this table was found in the data that could be read.')}
        </p>`
      : html`<ul class="users">
          ${items.map((user) => userLine(user, open))}
        </ul>`
  }
  ${gaps.map((gap) => html`<p class="gap">${icon('info')}<span>${visibleText(gap)}</span></p>`)}`;
}

function userLine(user: TableUser, open: (guid: string, name: string) => void): TemplateResult {
  const { kind, guid, name } = user;
  return html`<li>
    ${icon(kind === 'scheduledQuery' ? 'watch' : 'shield')}
    ${
      kind === 'scheduledQuery'
        ? html`<button class="link" @click=${() => open(guid, name)}>${visibleText(name)}</button>`
        : html`<span>${visibleText(name)}</span>`
    }
    <span class="muted">${userText(user)}</span>
  </li>`;
}

function userText({ kind, use }: TableUser): string {
  const reads = use === 'reads';
  switch (kind) {
    case 'scheduledQuery':
      return reads ? t('scheduled query, reads') : t('scheduled query, writes');
    case 'batchRule':
      return reads ? t('batch rule, reads') : t('batch rule, writes');
    case 'streamRule':
      return reads ? t('stream rule, reads') : t('stream rule, writes');
  }
}

/** The shares of the table, and its size on each node. */
export function nodesSection({ nodes, sharedWith }: TableFacts, state: TableState): TemplateResult {
  const content =
    nodes === null
      ? html`<p class="gap">
          ${icon('info')}<span
            >${t('This platform does not report who shares the table or its size on each node.')}</span
          >
        </p>`
      : html`<p>${t('Shared with')}: ${visibleText(sharedWith ?? '')}</p>
          ${nodes.length === 0 ? html`<p class="muted">${t('The platform lists no nodes.')}</p>` : nodeTable(nodes, state)}`;
  return panel('nodes', t('Nodes and sharing'), nothing, content);
}

function nodeTable(nodes: NonNullable<TableFacts['nodes']>, state: TableState): TemplateResult {
  return html`<div class="scrolled">
    <table class="data">
      ${tableHead([t('Node'), t('Data'), t('Index'), t('First log'), t('Last log')])}
      <tbody>
        ${nodes.map(
          ({ node, size, indexSize, firstLog, lastLog }) =>
            html`<tr>
              <th scope="row">${visibleText(node)}</th>
              <td class="number">${formatBytes(size)}</td>
              <td class="number">${formatBytes(indexSize)}</td>
              <td>${valueText(firstLog ?? '', 'time', state)}</td>
              <td>${valueText(lastLog ?? '', 'time', state)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
