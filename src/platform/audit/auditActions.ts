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

const categories = {
  account: { en: 'Account', ko: '계정' },
  'audit-log': { en: 'Audit Log', ko: '감사 로그' },
  'batch-rule': { en: 'Batch Rule', ko: '배치 룰' },
  platform: { en: 'Platform', ko: '플랫폼' },
  query: { en: 'Query', ko: '쿼리' },
  'scheduled-query': { en: 'Scheduled Query', ko: '예약된 쿼리' },
  'stream-rule': { en: 'Stream Rule', ko: '실시간 룰' },
  table: { en: 'Table', ko: '테이블' },
  'table-group': { en: 'Table Group', ko: '테이블 그룹' },
  'upload-stream': { en: 'Upload Stream', ko: '업로드 스트림' },
} as const;

type Module = keyof typeof categories;

type Actions = Readonly<Record<string, AuditAction>>;

/** Reads are logged only if they are rejected; the message of a failure consists of category and action. */
function reads(module: Module, ...methods: readonly string[]): Actions {
  const action = { category: categories[module], action: view, message: view };
  return Object.fromEntries(methods.map((method) => [`${module}.${method}`, action]));
}

type Operation = readonly [action: Localized, english: string, korean: string];

function logged(module: Module, operations: Readonly<Record<string, Operation>>): Actions {
  const category = categories[module];
  return Object.fromEntries(
    Object.entries(operations).map(([method, [action, en, ko]]) => {
      return [`${module}.${method}`, { category, action, message: { en, ko } }];
    }),
  );
}

/** Both kinds of rules have the same operations. */
function ruleActions(module: 'batch-rule' | 'stream-rule'): Actions {
  const category = categories[module];
  const kind = category.en.toLowerCase();
  const named = (action: Localized, done: string): Operation => [
    action,
    `${done} ${kind} {name}.`,
    `${category.ko} {name}을(를) ${action.ko}했습니다.`,
  ];
  return logged(module, {
    create: named(create, 'Created'),
    update: named(update, 'Updated'),
    enable: named(enable, 'Enabled'),
    disable: named(disable, 'Disabled'),
    restore: [
      restore,
      `Restored version {version} of a ${kind}.`,
      `${category.ko}을(를) 버전 {version}(으)로 복원했습니다.`,
    ],
  });
}

/** By `<module>.<method>` of a route's audit setting. */
export const auditActions: Actions = {
  ...reads('audit-log', 'search'),
  ...reads('platform', 'metrics'),
  ...reads('query', 'list', 'history', 'status', 'fetch'),
  ...reads('scheduled-query', 'list', 'read', 'list-runs'),
  ...reads('table', 'list', 'get'),
  ...reads('table-group', 'list'),
  ...reads('batch-rule', 'list', 'get', 'list-versions', 'get-version', 'list-references'),
  ...reads('stream-rule', 'list', 'get', 'list-versions', 'get-version'),
  ...reads('upload-stream', 'list', 'get'),
  ...logged('account', {
    create: [
      create,
      'Added account {login_name} with the role {role}.',
      '{role} 역할의 계정 {login_name}을(를) 추가했습니다.',
    ],
    update: [
      update,
      'Changed the key or role of account {login_name}: {role}.',
      '계정 {login_name}의 키 또는 역할을 변경했습니다: {role}.',
    ],
    revoke: [
      { en: 'Revoke', ko: '폐기' },
      'Revoked account {login_name}.',
      '계정 {login_name}을(를) 폐기했습니다.',
    ],
  }),
  ...logged('audit-log', {
    forget: [
      remove,
      'Removed audit entries from before {before}: {count}.',
      '{before} 이전의 감사 로그 {count}개를 삭제했습니다.',
    ],
  }),
  ...logged('query', {
    run: [{ en: 'Run', ko: '실행' }, 'Ran query {query}', '쿼리를 실행했습니다: {query}'],
    drop: [
      { en: 'Cancel', ko: '취소' },
      'Canceled and dropped query {id}.',
      '쿼리 {id}을(를) 취소하고 결과를 삭제했습니다.',
    ],
    cancel: [
      { en: 'Cancel', ko: '취소' },
      'Canceled query {id} of {login_name}.',
      '{login_name}의 쿼리 {id}을(를) 취소했습니다.',
    ],
  }),
  ...logged('scheduled-query', {
    create: [create, 'Created scheduled query {name}.', '예약된 쿼리 {name}을(를) 생성했습니다.'],
    update: [update, 'Updated scheduled query {name}.', '예약된 쿼리 {name}을(를) 수정했습니다.'],
    remove: [remove, 'Removed scheduled queries: {succeeded}.', '예약된 쿼리 {succeeded}개를 삭제했습니다.'],
    stop: [stop, 'Stopped scheduled queries: {succeeded}.', '예약된 쿼리 {succeeded}개를 중지했습니다.'],
  }),
  ...logged('table', {
    create: [create, 'Created table {table}.', '테이블 {table}을(를) 생성했습니다.'],
    import: [
      { en: 'Import', ko: '가져오기' },
      'Imported rows into {table} by a query: {rows}.',
      '쿼리로 {table}에 {rows}개 행을 가져왔습니다.',
    ],
    drop: [remove, 'Dropped table {table}.', '테이블 {table}을(를) 삭제했습니다.'],
    'set-retention': [
      update,
      'Set the retention of {table} to {period} days.',
      '{table}의 보존 기간을 {period}일로 변경했습니다.',
    ],
  }),
  ...ruleActions('batch-rule'),
  ...ruleActions('stream-rule'),
  ...logged('upload-stream', {
    open: [
      create,
      'Opened the upload of {file_name} to {table}.',
      '{table}(으)로 {file_name} 업로드를 시작했습니다.',
    ],
    append: [update, 'Received a part of {file_name}.', '{file_name}의 일부를 수신했습니다.'],
    complete: [update, 'Loaded {file_name} into {table}.', '{file_name}을(를) {table}에 적재했습니다.'],
    cancel: [remove, 'Canceled the upload of {file_name}.', '{file_name} 업로드를 취소했습니다.'],
  }),
};
