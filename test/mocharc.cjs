module.exports = {
  require: ['tsx'],
  // Generous: a busy machine is slow, and only a hang is a failure.
  timeout: 120_000,
  reporter: require.resolve('./support/countingReporter.cjs'),
  'reporter-option': ['exitAfterFailure=true'],
  'forbid-only': true,
  'forbid-pending': true,
};
