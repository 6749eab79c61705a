// Replaces the native module that ends an orphaned extension host; here the process group is ended as a
// whole.
exports.start = () => undefined;
exports.exit = (code) => process.exit(code ?? 0);
