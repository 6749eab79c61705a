import { randomUUID } from 'node:crypto';
import type { Caller } from './startApp';

type Access = Caller | 'token';

/** Who may call what: written from the interface, not from the routes. `token` needs no key, but a token. */
export const access: Readonly<Record<string, Access>> = {
  'GET /rule-references': 'member',
  'GET /scheduled-queries': 'admin',
  'POST /scheduled-queries': 'admin',
  'DELETE /scheduled-queries': 'admin',
  'POST /scheduled-queries/stop': 'admin',
  'GET /scheduled-queries/:guid': 'admin',
  'GET /scheduled-queries/:guid/runs': 'admin',
  'PUT /scheduled-queries/:guid': 'admin',
  ...rulesOf('batch'),
  ...rulesOf('stream'),
  'GET /queries': 'master',
  'GET /queries/:id': 'member',
  'DELETE /queries/:id': 'master',
  'POST /cursors': 'member',
  'GET /cursors/:id': 'member',
  'DELETE /cursors/:id': 'member',
  'GET /query': 'member',
  'GET /query-history': 'member',
  'GET /tables': 'member',
  'POST /tables': 'admin',
  'GET /tables/:table': 'member',
  'DELETE /tables/:table': 'admin',
  'PUT /tables/:table/retention': 'admin',
  'GET /table-groups': 'member',
  'GET /audit-logs': 'master',
  'POST /upload-streams': 'admin',
  'GET /upload-streams': 'master',
  'GET /upload-streams/:token': 'master',
  'PUT /upload-streams/:token': 'token',
  'POST /upload-streams/:token/complete': 'token',
  'DELETE /upload-streams/:token': 'token',
};

function rulesOf(kind: string): Record<string, Access> {
  const rules = `/${kind}-rules`;
  return {
    [`GET ${rules}`]: 'member',
    [`POST ${rules}`]: 'admin',
    [`GET ${rules}/:guid`]: 'member',
    [`PUT ${rules}/:guid`]: 'admin',
    [`POST ${rules}/:guid/enable`]: 'admin',
    [`POST ${rules}/:guid/disable`]: 'admin',
    [`GET ${rules}/:guid/versions`]: 'member',
    [`GET ${rules}/:guid/versions/:version`]: 'member',
    [`POST ${rules}/:guid/versions/:version/restore`]: 'admin',
  };
}

/** The operation of a route, with parameters that exist nowhere. */
export function addressed(route: string): string {
  const [method = '', path = ''] = route.split(' ');
  const guid = randomUUID();
  const filled = path
    .replace(/:(guid|token)/, guid)
    .replace(/:(id|version)/, '1')
    .replace(':table', 'unknown');
  return `${method} /api/core${filled}`;
}
