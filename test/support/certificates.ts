import { generate } from 'selfsigned';

export interface Certificates {
  /** What a user would put into the CA file. */
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

/** A private certificate authority, made anew, and a certificate for this machine that it has signed. */
export async function makeCertificates(): Promise<Certificates> {
  const authority = await generate([{ name: 'commonName', value: 'Test Authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const server = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { authority: authority.cert, certificate: server.cert, key: server.private };
}
