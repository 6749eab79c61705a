import { type AuditLog } from '../store/auditLog';
import { type Alongside } from '../store/store';
import { auditedValues } from './auditedValues';

/** The entry about an account that whoever starts the platform has revoked, for the transaction that removes it. */
export function auditedRevocation(auditLog: AuditLog, loginName: string): Alongside {
  return (transaction) => {
    auditLog.appendWithin(transaction, {
      createdAt: new Date(),
      companyGuid: '',
      userGuid: undefined,
      userName: 'system',
      remoteAddress: '',
      module: 'account',
      method: 'revoke',
      parameters: undefined,
      messageParameters: auditedValues([['login_name', loginName]]),
      error: undefined,
    });
  };
}
