/** A text in every supported language. */
export interface Localized {
  readonly en: string;
  readonly ko: string;
}

/** The texts of one operation. `{name}` in a message is replaced by the message parameter of that name. */
export interface AuditAction {
  readonly category: Localized;
  readonly action: Localized;
  readonly message: Localized;
}

const create: Localized = { en: 'Create', ko: '생성' };
const update: Localized = { en: 'Update', ko: '수정' };
const remove: Localized = { en: 'Remove', ko: '삭제' };
const stop: Localized = { en: 'Stop', ko: '중지' };
const enable: Localized = { en: 'Enable', ko: '활성화' };
const disable: Localized = { en: 'Disable', ko: '비활성화' };
const view: Localized = { en: 'View', ko: '조회' };
const restore: Localized = { en: 'Restore', ko: '복원' };

const accounts: Localized = { en: 'Account', ko: '계정' };
const queries: Localized = { en: 'Query', ko: '쿼리' };
const tables: Localized = { en: 'Table', ko: '테이블' };
const batchRules: Localized = { en: 'Batch Rule', ko: '배치 룰' };
const streamRules: Localized = { en: 'Stream Rule', ko: '실시간 룰' };
const uploadStreams: Localized = { en: 'Upload Stream', ko: '업로드 스트림' };
const scheduledQueries: Localized = { en: 'Scheduled Query', ko: '예약된 쿼리' };
const tableGroups: Localized = { en: 'Table Group', ko: '테이블 그룹' };
const auditLogs: Localized = { en: 'Audit Log', ko: '감사 로그' };

/** Reads are logged only if they are rejected; the message of a failure consists of category and action. */
function reads(
  module: string,
  category: Localized,
  ...methods: readonly string[]
): Readonly<Record<string, AuditAction>> {
  const action = { category, action: view, message: view };
  return Object.fromEntries(methods.map((method) => [`${module}.${method}`, action]));
}

function logged(category: Localized, action: Localized, en: string, ko: string): AuditAction {
  return { category, action, message: { en, ko } };
}

/** Both kinds of rules have the same operations. */
function ruleActions(module: string, category: Localized): Readonly<Record<string, AuditAction>> {
  const kind = category.en.toLowerCase();
  const named = (action: Localized, done: string): AuditAction =>
    logged(category, action, `${done} ${kind} {name}.`, `${category.ko} {name}을(를) ${action.ko}했습니다.`);
  return {
    [`${module}.create`]: named(create, 'Created'),
    [`${module}.update`]: named(update, 'Updated'),
    [`${module}.enable`]: named(enable, 'Enabled'),
    [`${module}.disable`]: named(disable, 'Disabled'),
    [`${module}.restore`]: logged(
      category,
      restore,
      `Restored version {version} of a ${kind}.`,
      `${category.ko}을(를) 버전 {version}(으)로 복원했습니다.`,
    ),
  };
}

/** By `<module>.<method>` of a route's audit setting. */
export const auditActions: Readonly<Record<string, AuditAction>> = {
  ...reads('audit-log', auditLogs, 'search'),
  ...reads('query', queries, 'list', 'history', 'status', 'fetch'),
  ...reads('scheduled-query', scheduledQueries, 'list', 'read'),
  ...reads('table', tables, 'list', 'get'),
  ...reads('table-group', tableGroups, 'list'),
  ...reads('batch-rule', batchRules, 'list', 'get', 'list-versions', 'get-version'),
  ...reads('stream-rule', streamRules, 'list', 'get', 'list-versions', 'get-version'),
  ...reads('upload-stream', uploadStreams, 'list', 'get'),
  'account.create': logged(
    accounts,
    create,
    'Added account {login_name} with the role {role}.',
    '{role} 역할의 계정 {login_name}을(를) 추가했습니다.',
  ),
  'account.update': logged(
    accounts,
    update,
    'Changed the key or role of account {login_name}: {role}.',
    '계정 {login_name}의 키 또는 역할을 변경했습니다: {role}.',
  ),
  'account.revoke': logged(
    accounts,
    { en: 'Revoke', ko: '폐기' },
    'Revoked account {login_name}.',
    '계정 {login_name}을(를) 폐기했습니다.',
  ),
  'audit-log.forget': logged(
    auditLogs,
    remove,
    'Removed audit entries from before {before}: {count}.',
    '{before} 이전의 감사 로그 {count}개를 삭제했습니다.',
  ),
  'query.run': logged(
    queries,
    { en: 'Run', ko: '실행' },
    'Ran query {query}',
    '쿼리를 실행했습니다: {query}',
  ),
  'query.drop': logged(
    queries,
    { en: 'Cancel', ko: '취소' },
    'Cancelled and dropped query {id}.',
    '쿼리 {id}을(를) 취소하고 결과를 삭제했습니다.',
  ),
  'query.cancel': logged(
    queries,
    { en: 'Cancel', ko: '취소' },
    'Cancelled query {id} of {login_name}.',
    '{login_name}의 쿼리 {id}을(를) 취소했습니다.',
  ),
  'scheduled-query.create': logged(
    scheduledQueries,
    create,
    'Created scheduled query {name}.',
    '예약된 쿼리 {name}을(를) 생성했습니다.',
  ),
  'scheduled-query.update': logged(
    scheduledQueries,
    update,
    'Updated scheduled query {name}.',
    '예약된 쿼리 {name}을(를) 수정했습니다.',
  ),
  'scheduled-query.remove': logged(
    scheduledQueries,
    remove,
    'Removed scheduled queries: {succeeded}.',
    '예약된 쿼리 {succeeded}개를 삭제했습니다.',
  ),
  'scheduled-query.stop': logged(
    scheduledQueries,
    stop,
    'Stopped scheduled queries: {succeeded}.',
    '예약된 쿼리 {succeeded}개를 중지했습니다.',
  ),
  'table.create': logged(tables, create, 'Created table {table}.', '테이블 {table}을(를) 생성했습니다.'),
  'table.import': logged(
    tables,
    { en: 'Import', ko: '가져오기' },
    'Imported rows into {table} by a query: {rows}.',
    '쿼리로 {table}에 {rows}개 행을 가져왔습니다.',
  ),
  'table.drop': logged(tables, remove, 'Dropped table {table}.', '테이블 {table}을(를) 삭제했습니다.'),
  'table.set-retention': logged(
    tables,
    update,
    'Set the retention of {table} to {period} days.',
    '{table}의 보관 기간을 {period}일로 변경했습니다.',
  ),
  ...ruleActions('batch-rule', batchRules),
  ...ruleActions('stream-rule', streamRules),
  'upload-stream.open': logged(
    uploadStreams,
    create,
    'Opened the upload of {file_name} to {table}.',
    '{table}(으)로 {file_name} 업로드를 시작했습니다.',
  ),
  'upload-stream.append': logged(
    uploadStreams,
    update,
    'Received a part of {file_name}.',
    '{file_name}의 일부를 수신했습니다.',
  ),
  'upload-stream.complete': logged(
    uploadStreams,
    update,
    'Loaded {file_name} into {table}.',
    '{file_name}을(를) {table}에 적재했습니다.',
  ),
  'upload-stream.cancel': logged(
    uploadStreams,
    remove,
    'Cancelled the upload of {file_name}.',
    '{file_name} 업로드를 취소했습니다.',
  ),
};
