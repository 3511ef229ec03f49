import type { ReactElement } from 'react';
import type { Template } from '../../../../packages/client/src/schemas.ts';
import { useTexts } from '../../texts/texts.ts';
import { templateParts, type TemplatePart } from './template-parts.ts';

const Part = ({ part }: { readonly part: TemplatePart }): ReactElement | null => {
  const { templates } = useTexts();
  const media: Readonly<Record<string, string | undefined>> = templates.media;
  switch (part.is) {
    case 'title':
      return <p className="phone-title">{part.text}</p>;
    case 'body':
      return <p className="phone-body">{part.text}</p>;
    case 'footer':
      return <p className="phone-footer">{part.text}</p>;
    case 'media':
      return <div className="phone-media">{media[part.format] ?? part.format}</div>;
    case 'buttons':
      return null;
    case 'other':
      return (
        <p className="phone-footer">
          {templates.otherPart}: {part.type}
        </p>
      );
  }
};

/** A template as the recipient sees it. All of it is text: nothing that it says is taken for markup or followed. */
export const PhonePreview = ({ template }: { readonly template: Template }): ReactElement => {
  const { templates } = useTexts();
  const parts = templateParts(template.components);
  const buttons = parts.flatMap((part) => (part.is === 'buttons' ? part.texts : []));
  return (
    <figure className="phone" aria-label={templates.previewName(template.name)}>
      <div className="phone-screen" lang={template.language.replace('_', '-')}>
        <div className="phone-bubble">
          {parts.map((part, place) => (
            <Part key={place} part={part} />
          ))}
        </div>
        {buttons.map((text) => (
          <div key={text} className="phone-button">
            {text}
          </div>
        ))}
      </div>
    </figure>
  );
};
