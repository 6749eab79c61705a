import type {
  AuditLogsState,
  AuditRow,
  AuditSearch,
  SavedSearch,
  ToAuditLogsPage,
} from '../../shared/protocol/auditLogs';
import { maskConnection, maskFailure } from '../../shared/privacy/maskCommon';
import type { Masker } from '../../shared/privacy/masker';

/** What the page of the audit log may show while sensitive values are hidden. */
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

/** A search without the values that it asks for. */
export function maskSearch(search: AuditSearch, masker: Masker): AuditSearch {
  return {
    ...search,
    users: search.users.map((user) => masker.name('user', user)),
    keywords: search.keywords.map((keyword) => masker.typed(keyword)),
  };
}

function maskState(state: AuditLogsState, masker: Masker): AuditLogsState {
  const { connection, search, labels, firstRows, failure, saved } = state;
  return {
    ...state,
    connection: maskConnection(connection, masker),
    labels: { ...labels, users: labels.users?.map((user) => masker.name('user', user)) ?? null },
    firstRows: firstRows && maskRows(firstRows, masker),
    // After the users and rows: what somebody typed is known by them.
    search: maskSearch(search, masker),
    saved: saved.map((each) => maskSaved(each, masker)),
    failure: maskFailure(failure, masker),
  };
}

function maskSaved({ name, search }: SavedSearch, masker: Masker): SavedSearch {
  return { name: masker.typed(name), search: maskSearch(search, masker) };
}

function maskRows(rows: readonly AuditRow[], masker: Masker): AuditRow[] {
  return rows.map((row) => masker.record(row));
}
