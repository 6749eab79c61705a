module.exports = {
  require: ['tsx'],
  timeout: 30_000,
  reporter: require.resolve('./support/countingReporter.cjs'),
  'forbid-only': true,
  'forbid-pending': true,
};
