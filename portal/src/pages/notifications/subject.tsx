import type { ReactElement } from 'react';
import type { Notification } from '../../../../packages/client/src/schemas.ts';
import type { LineName } from '../../api/line-names.ts';
import { CustomerLink } from '../../pieces/customer-link.tsx';
import { useTexts } from '../../texts/texts.ts';

interface SubjectProps {
  readonly entity: Notification['entity'];
  /** The line that it is about; undefined when it is about another record, or cannot be read. */
  readonly line: LineName | undefined;
}

/** Which line and customer, or which business account, a notification is about. */
export const Subject = ({ entity, line }: SubjectProps): ReactElement | null => {
  const { notifications } = useTexts();
  if (entity.type === 'waba') return <div>{notifications.ofAccount(entity.id)}</div>;
  if (line === undefined) return null;
  return (
    <div className="subject">
      <strong className="unbroken">{line.name}</strong>
      {line.label !== null && (
        <span className="clamped" dir="auto">
          {line.label}
        </span>
      )}
      <CustomerLink id={line.customerId} name={line.customerName} />
    </div>
  );
};
