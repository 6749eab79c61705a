// For scripts that a person runs: an error that nobody catches is printed as its sentence, without a stack.
process.once('uncaughtException', ({ message }) => {
  console.error(message);
  process.exitCode = 1;
});
