import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import type { Instance } from '../../../../packages/client/src/schemas.ts';
import { Copyable } from '../../pieces/copyable.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { PageLink } from '../../pieces/page-link.tsx';
import { Quality } from '../../pieces/status.tsx';
import { useTexts } from '../../texts/texts.ts';

/** What is known of the line, beside what its heading says. */
export const LineFacts = ({ line }: { readonly line: Instance }): ReactElement => {
  const { lines, platform, words } = useTexts();
  const waba = line.platform_waba_id;
  /** The platform may say a new word, which is shown as it came. */
  const wordOf = (known: Readonly<Record<string, string>>, said: string | null): string =>
    said === null ? words.none : (known[said] ?? said);
  return (
    <Container
      header={
        <Header variant="h2" actions={<PageLink to={`/delivery/health/${line.id}`}>{lines.deliveryLink}</PageLink>}>
          {lines.facts}
        </Header>
      }
    >
      <SpaceBetween size="l">
        <KeyValuePairs
          columns={4}
          minColumnWidth={180}
          items={[
            { label: lines.key, value: <Copyable text={line.instance_key} name={lines.key} /> },
            { label: lines.id, value: <Copyable text={line.id} name={lines.id} /> },
            { label: lines.number, value: line.display_phone_number ?? lines.noNumber },
            { label: lines.verifiedName, value: line.verified_name ?? words.none },
            { label: lines.username, value: <bdi>{line.username ?? words.none}</bdi> },
            { label: lines.nameStatus, value: wordOf(platform.nameStatus, line.name_status) },
            {
              label: lines.quality,
              value: line.quality_rating === null ? words.none : <Quality rating={line.quality_rating} />,
            },
            { label: lines.messagingLimit, value: wordOf(platform.limit, line.messaging_limit) },
            { label: lines.throughput, value: wordOf(platform.throughput, line.throughput_level) },
            { label: lines.platformStatus, value: wordOf(platform.status, line.platform_status) },
            { label: lines.account, value: waba === null ? words.none : <Copyable text={waba} name={lines.account} /> },
            { label: lines.slot, value: line.slot_state === null ? lines.noSlot : lines.slots[line.slot_state] },
            { label: lines.created, value: <Moment at={line.created_at} /> },
            { label: lines.changed, value: <Moment at={line.updated_at} /> },
          ]}
        />
        {line.coexistence && (
          <Alert type="info" header={lines.coexists}>
            {lines.coexistsWhy}
          </Alert>
        )}
      </SpaceBetween>
    </Container>
  );
};
