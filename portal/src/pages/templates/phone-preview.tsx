import Icon, { type IconProps } from '@cloudscape-design/components/icon';
import type { ReactElement } from 'react';
import type { Template } from '../../../../packages/client/src/schemas.ts';
import { useTexts } from '../../texts/texts.ts';
import type { Piece } from './marked-text.ts';
import { templateParts, type TemplateButton, type TemplatePart } from './template-parts.ts';

const Pieces = ({ pieces }: { readonly pieces: readonly Piece[] }): ReactElement => (
  <>
    {pieces.map((piece, place) => {
      switch (piece.is) {
        case 'text':
          return piece.text;
        case 'filled':
          return (
            <span key={place} className="phone-filled" title={piece.variable}>
              {piece.text}
            </span>
          );
        case 'strong':
        case 'em':
        case 's':
        case 'code': {
          const Mark = piece.is;
          return (
            <Mark key={place}>
              <Pieces pieces={piece.inside} />
            </Mark>
          );
        }
      }
    })}
  </>
);

const Part = ({ part }: { readonly part: TemplatePart }): ReactElement | null => {
  const { templates } = useTexts();
  const media: Readonly<Record<string, string | undefined>> = templates.media;
  switch (part.is) {
    case 'title':
    case 'body':
    case 'footer':
      return (
        <p className={`phone-${part.is}`}>
          <Pieces pieces={part.pieces} />
        </p>
      );
    case 'media':
      return <div className="phone-media">{media[part.format] ?? part.format}</div>;
    case 'offer':
      return <p className="phone-title">{part.text}</p>;
    case 'expiry':
      return <p className="phone-footer">{templates.expiry(part.minutes)}</p>;
    case 'buttons':
    case 'cards':
      return null;
    case 'other':
      return (
        <p className="phone-footer">
          {templates.otherPart}: {part.type}
        </p>
      );
  }
};

/** What stands before a button's text on the phone. */
const signs: Readonly<Record<string, IconProps.Name>> = {
  URL: 'external',
  PHONE_NUMBER: 'call',
  VOICE_CALL: 'call',
  COPY_CODE: 'copy',
  OTP: 'copy',
  QUICK_REPLY: 'undo',
  FLOW: 'list-view',
  CATALOG: 'list-view',
  MPM: 'list-view',
  SPM: 'list-view',
};

const Button = ({ button: { type, text } }: { readonly button: TemplateButton }): ReactElement => {
  const sign = signs[type];
  return (
    <div className="phone-button">
      {sign !== undefined && <Icon name={sign} size="small" />} {text}
    </div>
  );
};

const Message = ({ parts }: { readonly parts: readonly TemplatePart[] }): ReactElement => (
  <>
    <div className="phone-bubble" dir="auto">
      {parts.map((part, place) => (
        <Part key={place} part={part} />
      ))}
    </div>
    {parts.flatMap((part) =>
      part.is === 'buttons'
        ? part.buttons.map((button) => <Button key={`${button.type} ${button.text}`} button={button} />)
        : [],
    )}
  </>
);

/** A template as the recipient sees it. All of it is text: nothing that it says is taken for markup or followed. */
export const PhonePreview = ({ template }: { readonly template: Template }): ReactElement => {
  const { templates } = useTexts();
  const parts = templateParts(template.components);
  const cards = parts.flatMap((part) => (part.is === 'cards' ? part.cards : []));
  return (
    <figure className="phone" aria-label={templates.previewName(template.name)}>
      <div className="phone-screen" lang={template.language.replace('_', '-')}>
        <Message parts={parts} />
        {cards.length > 0 && (
          <div className="phone-cards" role="group" aria-label={templates.cards} tabIndex={0}>
            {cards.map((card, place) => (
              <div key={place} className="phone-card">
                <Message parts={card} />
              </div>
            ))}
          </div>
        )}
      </div>
    </figure>
  );
};
