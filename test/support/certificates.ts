import { generate } from 'selfsigned';

export interface Certificates {
  /** The content of a CA file. */
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

/** Creates a private certificate authority and a certificate for this machine. */
export async function makeCertificates(): Promise<Certificates> {
  const { valid } = await makeExpiringCertificates();
  return valid;
}

/** Two certificates of one authority: one valid, one expired. */
export async function makeExpiringCertificates(): Promise<{ valid: Certificates; expired: Certificates }> {
  const authority = await makeAuthority();
  const day = 86_400_000;
  const yesterday = new Date(Date.now() - day);
  const notBeforeDate = new Date(Date.now() - 30 * day);
  return {
    valid: await sign(authority, {}),
    expired: await sign(authority, { notBeforeDate, notAfterDate: yesterday }),
  };
}

type Authority = Awaited<ReturnType<typeof generate>>;

function makeAuthority(): Promise<Authority> {
  return generate([{ name: 'commonName', value: 'Test Authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
}

async function sign(
  authority: Authority,
  validity: { notBeforeDate?: Date; notAfterDate?: Date },
): Promise<Certificates> {
  const server = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ...validity,
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
