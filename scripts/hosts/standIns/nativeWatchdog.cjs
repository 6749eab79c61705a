// Takes the place of the native module that ends an orphaned extension host; whoever starts a host here ends
// the whole process group.
exports.start = () => undefined;
exports.exit = (code) => process.exit(code ?? 0);
