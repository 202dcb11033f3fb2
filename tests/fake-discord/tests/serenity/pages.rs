//! Pages, modals, menus and places without the bot, as the real client reads them.

use fake_discord::{AnswerKind, FakeDiscord};
use serde_json::{Value, json};
use serenity::{
    all::{ChannelId, CreateModal},
    http::HttpBuilder,
};

use super::{events, start};

/// A modal with a line of text, in the form that this client reads.
pub(super) fn modal() -> CreateModal {
    use serenity::all::{CreateActionRow, CreateInputText, InputTextStyle};

    let line = CreateInputText::new(InputTextStyle::Short, "Move", "move");
    CreateModal::new("type", "Type a move").components(vec![CreateActionRow::InputText(line)])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_press_on_a_page_arrives() {
    let discord = FakeDiscord::start().await;
    let guild = discord.guild("The round house");
    let channel = guild.channel("chess");
    let ann = guild.user("ann");
    start(&discord).await;
    let http = HttpBuilder::new("a-token").proxy(discord.api_url());
    let http = http.ratelimiter_disabled(true).build();
    let button = json!({"type": 2, "style": 1, "label": "Draw", "custom_id": "draw"});
    let text = json!({"type": 10, "content": "Your turn"});
    let section = json!({"type": 9, "components": [text], "accessory": button});
    let page = json!({"flags": 1 << 15, "components": [{"type": 17, "components": [section]}]});
    let sent = http.send_message(ChannelId::new(channel.id().0), Vec::new(), &page);
    let sent = sent.await.expect("the client reads what is told of a page");
    assert_eq!(sent.content, "");
    let page = channel.last_message().expect("it is there");
    let answer = ann.press(&page, "draw").await;
    assert_eq!(answer.content, "Offered.");
    assert_eq!(discord.violations(), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_modal_is_filled_in() {
    let discord = FakeDiscord::start().await;
    let guild = discord.guild("The round house");
    let channel = guild.channel("chess");
    let ann = guild.user("ann");
    start(&discord).await;
    let opened = ann.slash_unchecked(&channel, "type", &[]).await;
    assert_eq!(opened.kind, AnswerKind::Modal);
    let answer = ann.submit(&opened, &[("move", json!("Nf3"))]).await;
    assert_eq!(answer.content, "Nf3");
    // The client reads an answer to a modal where it comes with a press.
    let pressed = ann.press_forged(answer.message.expect("a message"), "draw");
    assert_eq!(pressed.await.content, "Offered.");
    events(&discord);
    assert_eq!(discord.violations(), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_are_heard_where_the_bot_is_not() {
    let discord = FakeDiscord::start().await;
    let home = discord.guild("The round house").channel("chess");
    let strange = discord.strange_guild("Elsewhere");
    let (ann, ben) = (strange.user("ann"), discord.user("ben"));
    ann.set_installed(true);
    start(&discord).await;
    let elsewhere = strange.channel("general");
    let private = discord.private_channel(&[&ann, &ben]);
    let look: Value = json!({"id": "1", "name": "look", "type": 1, "options": []});
    for place in [&elsewhere, &private, &ann.direct()] {
        let answer = ann.slash_raw(place, look.clone()).await;
        assert_eq!(answer.content, "[]");
        assert_eq!(place.messages().len(), 1);
    }
    assert_eq!(home.messages().len(), 0);
    let target = ben.id().to_string();
    let menu = json!({
        "id": "2", "name": "Invite", "type": 2, "target_id": target,
        "resolved": {"users": {}},
    });
    let answer = ann.slash_raw(&elsewhere, menu).await;
    assert_eq!(answer.content, "[]");
    let known = events(&discord);
    assert!(!known.contains("CHANNEL_CREATE"), "{known:?}");
    let named = |event: &&str| event.contains("Elsewhere");
    let told = discord.look(|world| world.events().iter().any(named));
    assert!(
        !told,
        "the bot hears of no server in which it is not installed"
    );
    assert_eq!(discord.violations(), []);
}
