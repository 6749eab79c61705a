// Each running statement occupies a thread of Node's pool. With the default of four, four long queries would
// block files, DNS and every other statement. The pool reads this at its first use.
process.env['UV_THREADPOOL_SIZE'] ??= '32';
