import type { AuditLogsState, AuditRow, AuditSearch, ToAuditLogsPage } from '../../shared/protocol/auditLogs';
import { forListedFilters, listedFilters } from '../../shared/wire/auditFilters';
import type { ListedFilter } from '../../shared/wire/auditFilters';
import { maskConnection, maskFailure } from '../../shared/privacy/masker';
import type { Masker } from '../../shared/privacy/masker';

/** Masks a message to the audit log page. */
export function maskAudit(message: ToAuditLogsPage, masker: Masker): ToAuditLogsPage {
  switch (message.kind) {
    case 'state':
      return maskState(message, masker);
    case 'rowsFailed':
      return { ...message, message: masker.text(message.message) };
    default:
      return { ...message, rows: maskRows(message.rows, masker) };
  }
}

/** Masks the values of a search. */
export function maskSearch(search: AuditSearch, masker: Masker): AuditSearch {
  return {
    ...search,
    ...forListedFilters((name) => maskChoices(name, search[name], masker)),
    keywords: search.keywords.map((keyword) => masker.typed(keyword)),
  };
}

function maskState(state: AuditLogsState, masker: Masker): AuditLogsState {
  const { connection, search, choices, firstRows, failure, saved } = state;
  return {
    ...state,
    connection: maskConnection(connection, masker),
    choices: forListedFilters((name) => choices[name] && maskChoices(name, choices[name], masker)),
    firstRows: firstRows && maskRows(firstRows, masker),
    // After the users and rows, which provide the masks for typed values.
    search: maskSearch(search, masker),
    saved: saved.map((each) => ({ name: masker.typed(each.name), search: maskSearch(each.search, masker) })),
    failure: maskFailure(failure, masker),
  };
}

function maskChoices(name: ListedFilter, values: readonly string[], masker: Masker): string[] {
  return values.map((value) => String(masker.value(listedFilters[name].column, value)));
}

function maskRows(rows: readonly AuditRow[], masker: Masker): AuditRow[] {
  masker.learn(rows);
  return rows.map((row) => masker.record(row));
}
