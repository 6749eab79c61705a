/**
 * The texts of one operation in English; `korean.json` has their translations. `{name}` in a message is replaced by
 * the message parameter of that name.
 */
export type AuditAction = Readonly<Record<'category' | 'action' | 'message', string>>;

const categories = {
  account: 'Account',
  'audit-log': 'Audit Log',
  'batch-rule': 'Batch Rule',
  platform: 'Platform',
  query: 'Query',
  'scheduled-query': 'Scheduled Query',
  'stream-rule': 'Stream Rule',
  table: 'Table',
  'table-group': 'Table Group',
  'upload-stream': 'Upload Stream',
} as const;

type Module = keyof typeof categories;

type Actions = Readonly<Record<string, AuditAction>>;

/** Reads are logged only if they are rejected; the message of a failure consists of category and action. */
function reads(module: Module, ...methods: readonly string[]): Actions {
  const action = { category: categories[module], action: 'View', message: 'View' };
  return Object.fromEntries(methods.map((method) => [`${module}.${method}`, action]));
}

type Operation = readonly [action: string, message: string];

function logged(module: Module, operations: Readonly<Record<string, Operation>>): Actions {
  const category = categories[module];
  return Object.fromEntries(
    Object.entries(operations).map(([method, [action, message]]) => {
      return [`${module}.${method}`, { category, action, message }];
    }),
  );
}

/** Both kinds of rules have the same operations. */
function ruleActions(module: 'batch-rule' | 'stream-rule'): Actions {
  const kind = categories[module].toLowerCase();
  return logged(module, {
    create: ['Create', `Created ${kind} {name}.`],
    update: ['Update', `Updated ${kind} {name}.`],
    enable: ['Enable', `Enabled ${kind} {name}.`],
    disable: ['Disable', `Disabled ${kind} {name}.`],
    restore: ['Restore', `Restored version {version} of ${kind} {name}.`],
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
    create: ['Create', 'Added account {login_name} with the role {role}.'],
    update: ['Update', 'Changed the key or role of account {login_name}: {role}.'],
    revoke: ['Revoke', 'Revoked account {login_name}.'],
  }),
  ...logged('audit-log', {
    forget: ['Remove', 'Removed audit entries from before {before}: {count}.'],
  }),
  ...logged('query', {
    run: ['Run', 'Ran query {query}'],
    drop: ['Cancel', 'Canceled and dropped query {id}.'],
    close: ['Close', 'Closed the result of query {id}.'],
    cancel: ['Cancel', 'Canceled query {id} of {login_name}.'],
  }),
  ...logged('scheduled-query', {
    create: ['Create', 'Created scheduled query {name}.'],
    update: ['Update', 'Updated scheduled query {name}.'],
    remove: ['Remove', 'Removed scheduled queries: {succeeded}.'],
    stop: ['Stop', 'Stopped scheduled queries: {succeeded}.'],
  }),
  ...logged('table', {
    create: ['Create', 'Created table {table}.'],
    import: ['Import', 'Imported rows into {table} by a query: {rows}.'],
    drop: ['Remove', 'Dropped table {table}.'],
    'set-retention': ['Update', 'Set the retention of {table} to {period} days.'],
  }),
  ...ruleActions('batch-rule'),
  ...ruleActions('stream-rule'),
  ...logged('upload-stream', {
    open: ['Create', 'Opened the upload of {file_name} to {table}.'],
    append: ['Update', 'Received a part of {file_name}.'],
    complete: ['Update', 'Loaded {file_name} into {table}.'],
    cancel: ['Remove', 'Canceled the upload of {file_name}.'],
  }),
};
