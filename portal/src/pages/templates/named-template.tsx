import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { useState, type ReactElement } from 'react';
import Button from '@cloudscape-design/components/button';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ListPartnerTemplateNamesResponse, TemplateName } from '../../../../packages/client/src/schemas.ts';
import { useRead } from '../../api/use-read.ts';
import { Copyable } from '../../pieces/copyable.tsx';
import { Empty } from '../../pieces/empty.tsx';
import { ends } from '../../pieces/ends.ts';
import { Page } from '../../pieces/page.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { useTexts } from '../../texts/texts.ts';
import { NamedAccounts } from './named-accounts.tsx';
import { PhonePreview } from './phone-preview.tsx';
import { StatusShare } from './status-share.tsx';
import { languagesOf, worstFirst } from './template-name.ts';
import { whyUnusable } from './why-unusable.ts';

/** As many languages are compared at first: each is a call. */
const fewLanguages = 4;

interface LanguageProps {
  readonly found: TemplateName;
  readonly language: string;
}

/** A language of a name: where it can be sent, why not, and how it looks in the account that has it as most have. */
const Language = ({ found, language }: LanguageProps): ReactElement => {
  const texts = useTexts();
  const variants = found.variants.filter((one) => one.language === language);
  const [most] = variants;
  const platform_waba_id = most?.platform_waba_ids[0] ?? '';
  const query = useRead('get-partner-platform-template', { platform_waba_id, template_name: found.name, language });
  return (
    <Container header={<Header variant="h3">{language}</Header>}>
      <SpaceBetween size="m">
        <ul className="checks">
          {worstFirst(variants).map((one) => (
            <li key={JSON.stringify([one.category, one.status, one.rejected_reason])}>
              <StatusShare status={one.status} accounts={one.accounts} of={found.accounts} />
              <Box variant="small" display="block">
                {texts.platform.category[one.category ?? ''] ?? one.category}
              </Box>
              {whyUnusable(texts, one)}
            </li>
          ))}
        </ul>
        <Reading of={query} lines={6}>
          {({ template }) => (
            <div className="compared">
              <PhonePreview template={template} />
            </div>
          )}
        </Reading>
      </SpaceBetween>
    </Container>
  );
};

/** The languages of a name side by side. */
const Languages = ({ found }: { readonly found: TemplateName }): ReactElement => {
  const { templates } = useTexts();
  const [isWhole, setWhole] = useState(false);
  const all = languagesOf(found);
  const shown = isWhole ? all : all.slice(0, fewLanguages);
  return (
    <SpaceBetween size="m">
      <Header variant="h2" counter={`(${all.length})`}>
        {templates.languages}
      </Header>
      <div className="columns">
        {shown.map((language) => (
          <Language key={language} found={found} language={language} />
        ))}
      </div>
      {shown.length < all.length && (
        <Button
          onClick={() => {
            setWhole(true);
          }}
        >
          {templates.allLanguages(all.length - shown.length)}
        </Button>
      )}
    </SpaceBetween>
  );
};

const Name = ({ names: [found] }: ListPartnerTemplateNamesResponse): ReactElement => {
  const { templates } = useTexts();
  if (found === undefined) return <Empty title={templates.nameGone} why={templates.nameGoneWhy} />;
  return (
    <SpaceBetween size="l">
      <Languages found={found} />
      <NamedAccounts found={found} />
    </SpaceBetween>
  );
};

/** The templates of one name in all business accounts. */
const NamedTemplate = ({ name }: { readonly name: string }): ReactElement => {
  const { templates } = useTexts();
  const query = useRead('list-partner-template-names', { template_name: name });
  const found = query.data?.names[0];
  return (
    <Page
      title={ends(name, 60)}
      parent={{ name: templates.title, path: '/templates' }}
      description={
        <SpaceBetween direction="horizontal" size="m">
          <Copyable text={name} name={templates.name} shown="nothing" />
          {found !== undefined &&
            worstFirst(found.statuses).map(({ status, accounts }) => (
              <StatusShare key={status} status={status} accounts={accounts} of={found.accounts} />
            ))}
        </SpaceBetween>
      }
    >
      <Reading of={query} lines={8}>
        {(body) => <Name {...body} />}
      </Reading>
    </Page>
  );
};

export default NamedTemplate;
