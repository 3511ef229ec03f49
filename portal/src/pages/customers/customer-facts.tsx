import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import { Copyable } from '../../pieces/copyable.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { RiskInShort } from '../../pieces/risk-in-short.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import type { CustomerDetail } from './customer-detail.ts';

/** What is known of the customer. */
export const CustomerFacts = ({ customer }: { readonly customer: CustomerDetail }): ReactElement => {
  const { customers, words } = useTexts();
  const { number } = useFormats();
  const { slot, metadata } = customer;
  const used = slot.limit === null ? number(slot.occupied) : words.of(number(slot.occupied), number(slot.limit));
  return (
    <Container header={<Header variant="h2">{customers.data}</Header>}>
      <SpaceBetween size="m">
        <KeyValuePairs
          columns={4}
          minColumnWidth={180}
          items={[
            { label: customers.email, value: customer.customer_email ?? words.none },
            { label: customers.phone, value: customer.customer_phone ?? words.none },
            {
              label: customers.externalId,
              value: <Copyable text={customer.external_customer_id} name={customers.externalId} />,
            },
            { label: customers.id, value: <Copyable text={customer.customer_id} name={customers.id} /> },
            { label: customers.risk, value: <RiskInShort risk={customer.platform_risk} /> },
            { label: customers.slots, value: used },
            { label: customers.created, value: <Moment at={customer.created_at} /> },
            { label: customers.changed, value: <Moment at={customer.updated_at} /> },
            ...(customer.deactivated_at === null
              ? []
              : [{ label: customers.deactivatedAt, value: <Moment at={customer.deactivated_at} /> }]),
          ]}
        />
        {Object.keys(metadata).length > 0 && (
          <ExpandableSection headerText={customers.metadata}>
            <pre className="breakable">{JSON.stringify(metadata, null, 2)}</pre>
          </ExpandableSection>
        )}
      </SpaceBetween>
    </Container>
  );
};
