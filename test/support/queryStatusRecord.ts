/** The minimal status of a running query. */
export const bareStatus = {
  id: 3,
  source: 'rest-api',
  rows: 10,
  elapsed: 250,
  is_finished: false,
  is_cancelled: false,
  query_string: 'table web_access',
  stamp: 4,
};
