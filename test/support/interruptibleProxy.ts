import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A proxy whose connections can be interrupted and restored. */
export class InterruptibleProxy implements Disposable {
  static async to(service: string): Promise<InterruptibleProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new InterruptibleProxy(server, service);
  }

  readonly #sockets = new Set<Socket>();
  #cut = false;
  /** The bytes passed to the platform. */
  passed = 0;
  /** Unlimited by default. */
  bytesPerSecond = Infinity;
  /** Called when bytes pass. */
  onPass: () => void = () => undefined;

  private constructor(
    private readonly server: Server,
    service: string,
  ) {
    server.on('connection', (socket) => {
      if (this.#cut) {
        socket.destroy();
        return;
      }
      const onward = connect(Number(new URL(service).port), '127.0.0.1');
      this.#join(socket, onward);
      this.#join(onward, socket);
      socket.on('data', (chunk) => {
        this.passed += chunk.length;
        this.onPass();
        this.#slow(socket, chunk.length);
      });
    });
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  restore(): void {
    this.#cut = false;
  }

  [Symbol.dispose](): void {
    this.cut();
    this.server.close();
  }

  #slow(socket: Socket, bytes: number): void {
    if (this.bytesPerSecond === Infinity) return;
    socket.pause();
    setTimeout(() => socket.resume(), (bytes / this.bytesPerSecond) * 1000);
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
