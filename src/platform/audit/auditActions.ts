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

/** Both kinds of rules have the same operations. */
function ruleActions(module: string, category: Localized): Readonly<Record<string, AuditAction>> {
  const kind = { en: category.en.toLowerCase(), ko: category.ko };
  const named = (action: Localized, done: string): AuditAction => ({
    category,
    action,
    message: { en: `${done} ${kind.en} {name}.`, ko: `${kind.ko} {name}을(를) ${action.ko}했습니다.` },
  });
  return {
    [`${module}.create`]: named(create, 'Created'),
    [`${module}.update`]: named(update, 'Updated'),
    [`${module}.enable`]: named(enable, 'Enabled'),
    [`${module}.disable`]: named(disable, 'Disabled'),
    [`${module}.restore`]: {
      category,
      action: restore,
      message: {
        en: `Restored version {version} of a ${kind.en}.`,
        ko: `${kind.ko}을(를) 버전 {version}(으)로 복원했습니다.`,
      },
    },
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
  'account.create': {
    category: accounts,
    action: create,
    message: {
      en: 'Added account {login_name} with the role {role}.',
      ko: '{role} 역할의 계정 {login_name}을(를) 추가했습니다.',
    },
  },
  'account.update': {
    category: accounts,
    action: update,
    message: {
      en: 'Changed the key or role of account {login_name}: {role}.',
      ko: '계정 {login_name}의 키 또는 역할을 변경했습니다: {role}.',
    },
  },
  'account.revoke': {
    category: accounts,
    action: { en: 'Revoke', ko: '폐기' },
    message: { en: 'Revoked account {login_name}.', ko: '계정 {login_name}을(를) 폐기했습니다.' },
  },
  'audit-log.forget': {
    category: auditLogs,
    action: remove,
    message: {
      en: 'Removed audit entries from before {before}: {count}.',
      ko: '{before} 이전의 감사 로그 {count}개를 삭제했습니다.',
    },
  },
  'query.run': {
    category: queries,
    action: { en: 'Run', ko: '실행' },
    message: { en: 'Ran query {query}', ko: '쿼리를 실행했습니다: {query}' },
  },
  'query.drop': {
    category: queries,
    action: { en: 'Cancel', ko: '취소' },
    message: { en: 'Cancelled and dropped query {id}.', ko: '쿼리 {id}을(를) 취소하고 결과를 삭제했습니다.' },
  },
  'query.cancel': {
    category: queries,
    action: { en: 'Cancel', ko: '취소' },
    message: {
      en: 'Cancelled query {id} of {login_name}.',
      ko: '{login_name}의 쿼리 {id}을(를) 취소했습니다.',
    },
  },
  'scheduled-query.create': {
    category: scheduledQueries,
    action: create,
    message: { en: 'Created scheduled query {name}.', ko: '예약된 쿼리 {name}을(를) 생성했습니다.' },
  },
  'scheduled-query.update': {
    category: scheduledQueries,
    action: update,
    message: { en: 'Updated scheduled query {name}.', ko: '예약된 쿼리 {name}을(를) 수정했습니다.' },
  },
  'scheduled-query.remove': {
    category: scheduledQueries,
    action: remove,
    message: {
      en: 'Removed scheduled queries: {succeeded}.',
      ko: '예약된 쿼리 {succeeded}개를 삭제했습니다.',
    },
  },
  'scheduled-query.stop': {
    category: scheduledQueries,
    action: stop,
    message: {
      en: 'Stopped scheduled queries: {succeeded}.',
      ko: '예약된 쿼리 {succeeded}개를 중지했습니다.',
    },
  },
  'table.create': {
    category: tables,
    action: create,
    message: { en: 'Created table {table}.', ko: '테이블 {table}을(를) 생성했습니다.' },
  },
  'table.import': {
    category: tables,
    action: { en: 'Import', ko: '가져오기' },
    message: {
      en: 'Imported rows into {table} by a query: {rows}.',
      ko: '쿼리로 {table}에 {rows}개 행을 가져왔습니다.',
    },
  },
  'table.drop': {
    category: tables,
    action: remove,
    message: { en: 'Dropped table {table}.', ko: '테이블 {table}을(를) 삭제했습니다.' },
  },
  'table.set-retention': {
    category: tables,
    action: update,
    message: {
      en: 'Set the retention of {table} to {period} days.',
      ko: '{table}의 보관 기간을 {period}일로 변경했습니다.',
    },
  },
  ...ruleActions('batch-rule', batchRules),
  ...ruleActions('stream-rule', streamRules),
  'upload-stream.open': {
    category: uploadStreams,
    action: create,
    message: {
      en: 'Opened the upload of {file_name} to {table}.',
      ko: '{table}(으)로 {file_name} 업로드를 시작했습니다.',
    },
  },
  'upload-stream.append': {
    category: uploadStreams,
    action: update,
    message: { en: 'Received a part of {file_name}.', ko: '{file_name}의 일부를 수신했습니다.' },
  },
  'upload-stream.complete': {
    category: uploadStreams,
    action: update,
    message: { en: 'Loaded {file_name} into {table}.', ko: '{file_name}을(를) {table}에 적재했습니다.' },
  },
  'upload-stream.cancel': {
    category: uploadStreams,
    action: remove,
    message: { en: 'Cancelled the upload of {file_name}.', ko: '{file_name} 업로드를 취소했습니다.' },
  },
};
